/** The package comes without types: this is what we use of it. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2' | 'truetype';
      readonly keepFeatures?: readonly string[];
      /** Values of the axes of a variable font, by tag: a font of these values alone. */
      readonly variationAxes?: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}
