import { describe, expect, test } from 'vitest';
import { fileTypeOf, hasEnd } from './file-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

describe('the type of a file by its content', () => {
  test.each([
    ['a PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'application/pdf'],
    ['a PDF 2.0', '%PDF-2.0\n', 'application/pdf'],
    ['a JPEG of a camera', '\xff\xd8\xff\xe1\x1b\x3aExif', 'image/jpeg'],
    ['a JFIF', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['a PNG', PNG, 'image/png'],
    ['nothing', '', null],
    ['an HTML page', '<!doctype html>', null],
    ['a PDF behind an HTML page', '<html>%PDF-1.7', null],
    ['a PDF behind a blank', ' %PDF-1.7', null],
    ['a PDF of no known version', '%PDF-9.9', null],
    ['an SVG', '<svg xmlns="http', null],
    ['a GIF', 'GIF89a', null],
    ['an archive', 'PK\x03\x04', null],
    ['a program', 'MZ\x90\0', null],
    ['the signature of a PNG without its header', '\x89PNG\r\n\x1a\n\0\0\0\x0dTEXT', null],
    ['half a JPEG signature', '\xff\xd8', null],
  ])('%s', (_, head, type) => {
    expect(fileTypeOf(bytes(head))).toBe(type);
  });
});

describe('the end of a file', () => {
  test.each([
    ['a PDF', 'application/pdf', 'trailer\n%%EOF\n', true],
    ['a PDF cut off', 'application/pdf', 'trailer\n%%EO', false],
    ['a JPEG', 'image/jpeg', 'data\xff\xd9', true],
    ['a JPEG with data of the camera behind it', 'image/jpeg', 'data\xff\xd9SEFT', true],
    ['a JPEG cut off', 'image/jpeg', 'data\xff\x00', false],
    ['a PNG', 'image/png', '\0\0\0\0IEND\xaeB`\x82', true],
    ['a PNG cut off', 'image/png', '\0\0\0\0IEND', false],
    ['nothing', 'image/png', '', false],
  ] as const)('%s', (_, type, tail, expected) => {
    expect(hasEnd(type, bytes(tail))).toBe(expected);
  });
});
