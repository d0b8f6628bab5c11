/** The package comes without types: this is what we use of it. */
declare module 'fontkit' {
  interface Face {
    glyphForCodePoint(codePoint: number): { readonly id: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string, features?: Readonly<Record<string, boolean>>): { readonly advanceWidth: number };
  }
  export function create(font: Buffer): Face;
}
