import type { DocumentKind } from '#domain/loans/documents.ts';

const TITLES: Record<DocumentKind, string> = {
  identity: "Piece d'identite",
  income: 'Bulletin de salaire',
  domicile: 'Justificatif de domicile',
  other: 'Justificatif',
};

/** The name of a specimen as the client's machine called it. */
export const specimenName = (kind: DocumentKind): string => `${TITLES[kind]} (specimen).pdf`;

/** A document of a client of the demonstration: one page that says that it is a specimen. */
export function specimenPdf(kind: DocumentKind): Uint8Array {
  const text = `BT /F1 24 Tf 72 720 Td (SPECIMEN - DEMONSTRATION) Tj 0 -36 Td (${TITLES[kind]}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
