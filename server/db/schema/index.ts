export * from './accounts.ts';
export * from './clients.ts';
export * from './enquiries.ts';
export * from './ledger.ts';
export * from './operation.ts';
export * from './rates.ts';
export * from './requests.ts';
export * from './sign-in.ts';
