import { FILE_TYPES } from '../files/file-type.ts';
import { type LoanPhase, propertiesOf } from './phases.ts';

/** Documents of one loan request at most. */
export const MAX_LOAN_DOCUMENTS = 10;

/** What a client may add to a loan request (LC-20): PDF, JPEG or PNG, 10 MB of 1 048 576 bytes each. */
export const LOAN_DOCUMENT = { types: FILE_TYPES, maxBytes: 10 * 1024 * 1024 } as const;

/** Whether the client may still add documents to a request and remove them: until it is decided. */
export const takesDocuments = (phase: LoanPhase): boolean => propertiesOf(phase).stage === 'request';
