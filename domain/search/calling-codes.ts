/** Calling codes of France and of its parts overseas: a number with one of them is written like a national one. */
export const FRENCH_CALLING_CODES = ['33', '262', '508', '590', '594', '596'] as const;

/**
 * Calling codes (ITU E.164) of the other countries of residence, with the digits of their area where several countries share a code. The
 * countries are those of `COUNTRIES`.
 */
const CALLING_CODES: Readonly<Record<string, string>> = {
  ...{ AT: '43', BE: '32', BG: '359', CY: '357', DE: '49', EE: '372', ES: '34', FI: '358', GR: '30' },
  ...{ HR: '385', IE: '353', IT: '39', LT: '370', LU: '352', LV: '371', MT: '356', NL: '31', PT: '351' },
  ...{ SI: '386', SK: '421', AX: '358', AD: '376', MC: '377', SM: '378', VA: '39', ME: '382', XK: '383' },
  ...{
    US: '1',
    AS: '1',
    GU: '1',
    MP: '1',
    PR: '1',
    VI: '1',
    TC: '1',
    VG: '1',
    CA: '1',
    BQ: '599',
    EC: '593',
  },
  ...{ FM: '691', IO: '246', MH: '692', PA: '507', PW: '680', SV: '503', TL: '670', GB: '44', GG: '44' },
  ...{ GS: '500', IM: '44', JE: '44', CH: '41', LI: '423', AU: '61', CC: '61', CX: '61', KI: '686' },
  ...{ NF: '672', NR: '674', TV: '688', JP: '81', CN: '86', SE: '46', NO: '47', SJ: '47', DK: '45' },
  ...{ FO: '298', GL: '299', PL: '48', CZ: '420', HU: '36', RU: '7', TR: '90', ZA: '27', BR: '55', MX: '52' },
  ...{ KR: '82', SG: '65', NZ: '64', CK: '682', NU: '683', PN: '64', TK: '690', IN: '91', TH: '66' },
};

const OF_FRANCE = ['FR', 'BL', 'GF', 'GP', 'MF', 'MQ', 'PM', 'RE', 'TF', 'YT'];

/** The calling code of a country; null for France, its parts overseas, and a country that the bank does not know. */
export const callingCodeOf = (countryCode: string): string | null => CALLING_CODES[countryCode] ?? null;

/** Whether telephone numbers of a country are French ones. */
export const isFrenchNumbering = (countryCode: string): boolean => OF_FRANCE.includes(countryCode);
