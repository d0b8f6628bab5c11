import { readFileSync } from 'node:fs';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { schemaFile } from '../../tools/iso-20022-schema.mjs';

function validatorOf(file: string): (xml: string) => string[] {
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
  return (xml) => {
    let document: XmlDocument | undefined;
    try {
      document = XmlDocument.fromString(xml);
      validator.validate(document);
      return [];
    } catch (error) {
      if (!(error instanceof XmlLibError)) throw error;
      return error.details.map(({ message }) => message.trim());
    } finally {
      document?.dispose();
    }
  };
}

const faultsBy = (message: Parameters<typeof schemaFile>[0]) => {
  const file = schemaFile(message);
  return file === null ? null : validatorOf(file);
};

/**
 * What libxml2 finds wrong with a credit transfer file by ISO's own schema, one line each; nothing when it is valid. Null on a machine
 * without the schema: `tools/ensure.mjs` says where it is looked for.
 */
export const schemaFaults = faultsBy('pain.001.001.09');

/** The same of a file of direct debits. */
export const debitSchemaFaults = faultsBy('pain.008.001.08');
