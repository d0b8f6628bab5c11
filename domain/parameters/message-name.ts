/** The name of a message of ISO 20022 with its version, as the dated data lists those that are read (`file.versions`): `camt.053.001.08`. */
export const MESSAGE_NAME = /^(camt\.053|camt\.054|pain\.002)\.001\.(\d{2})$/;
