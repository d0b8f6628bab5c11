/** Addresses of the demonstration end in a reserved domain (RFC 2606). */
export const DEMONSTRATION_DOMAIN = 'guichet.example';

/** The accounts that the demonstration's sign-in screens show. They exist in demo mode only. */
export const DEMONSTRATION_ADMINISTRATOR = {
  email: `admin@${DEMONSTRATION_DOMAIN}`,
  password: 'Guichet-admin-2026',
  name: 'Administration Démo',
} as const;

/** A fictional client and the life the demonstration gives them. Amounts in minor units of the account's currency. */
export interface DemonstrationClient {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string;
  readonly country: string;
  readonly accountType: 'courant' | 'epargne' | 'credit';
  /** Months since the account was opened. */
  readonly ageMonths: number;
  readonly isActivated: boolean;
  readonly firstDepositMinor?: number;
  /** Monthly salary or income, with its wording; paid on the given day of the month. */
  readonly income?: { readonly amountMinor: number; readonly description: string; readonly day: number };
  /** Monthly transfers out, executed. */
  readonly outgoings?: readonly {
    readonly amountMinor: number;
    readonly bankName: string;
    readonly iban: string;
    /** Who is paid; the client, at another bank, when absent. */
    readonly recipientName?: string;
    readonly day: number;
  }[];
  readonly profile?: {
    readonly address: string;
    readonly postalCode: string;
    readonly city: string;
    readonly profession: string;
    readonly dateOfBirth: string;
  };
  readonly iban?: string;
}

/** IBANs of the unassigned bank code 00000 and of other countries' documentation: valid in form, of no real account. */
export const DEMONSTRATION_CLIENTS: readonly DemonstrationClient[] = [
  {
    email: `client@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Camille',
    lastName: 'Lemoine',
    phone: '06 39 98 00 11',
    country: 'FR',
    accountType: 'courant',
    ageMonths: 7,
    isActivated: true,
    firstDepositMinor: 25_000,
    income: { amountMinor: 241_850, description: 'Salaire - Atelier Fictif', day: 1 },
    outgoings: [
      {
        amountMinor: 78_000,
        bankName: 'Banque Exemple',
        iban: 'FR7600000000000000000000291',
        recipientName: 'Agence des Tilleuls',
        day: 4,
      },
      {
        amountMinor: 32_640,
        bankName: 'Mutuelle Exemple',
        iban: 'DE89370400440532013000',
        recipientName: 'Mutuelle Exemple',
        day: 11,
      },
    ],
    profile: {
      address: '12 rue des Exemples',
      postalCode: '69003',
      city: 'Lyon',
      profession: 'Ébéniste',
      dateOfBirth: '1988-04-17',
    },
    iban: 'FR7600000000000000000000194',
  },
  {
    email: `ines.morel@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Inès',
    lastName: 'Morel',
    phone: '06 39 98 00 12',
    country: 'FR',
    accountType: 'epargne',
    ageMonths: 6,
    isActivated: true,
    firstDepositMinor: 25_000,
    income: { amountMinor: 30_000, description: 'Épargne mensuelle', day: 5 },
  },
  {
    email: `karim.benali@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Karim',
    lastName: 'Benali',
    phone: '06 39 98 00 13',
    country: 'GP',
    accountType: 'courant',
    ageMonths: 5,
    isActivated: true,
    firstDepositMinor: 0,
    income: { amountMinor: 198_400, description: 'Salaire - École des Exemples', day: 2 },
    outgoings: [
      { amountMinor: 61_250, bankName: 'Banque Exemple', iban: 'FR7600000000000000000000291', day: 6 },
    ],
  },
  {
    email: `nora.keller@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Nora',
    lastName: 'Keller',
    country: 'CH',
    accountType: 'courant',
    ageMonths: 4,
    isActivated: true,
    firstDepositMinor: 23_750,
    income: { amountMinor: 512_000, description: 'Salaire - Clinique Fictive', day: 25 },
    outgoings: [
      {
        amountMinor: 164_000,
        bankName: 'Banque Exemple',
        iban: 'CH9300762011623852957',
        recipientName: 'Régie du Léman',
        day: 2,
      },
    ],
  },
  {
    email: `yuki.tanaka@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Yuki',
    lastName: 'Tanaka',
    country: 'JP',
    accountType: 'credit',
    ageMonths: 3,
    isActivated: true,
    firstDepositMinor: 40_750,
    income: { amountMinor: 318_000, description: 'Honoraires - Studio Fictif', day: 20 },
  },
  {
    email: `lea.fontaine@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Léa',
    lastName: 'Fontaine',
    phone: '06 39 98 00 14',
    country: 'FR',
    accountType: 'courant',
    ageMonths: 5,
    isActivated: true,
    firstDepositMinor: 25_000,
  },
  {
    email: `hugo.martel@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Hugo',
    lastName: 'Martel',
    phone: '06 39 98 00 15',
    country: 'FR',
    accountType: 'courant',
    ageMonths: 14,
    isActivated: true,
    firstDepositMinor: 25_000,
    income: { amountMinor: 214_000, description: 'Salaire - Garage des Exemples', day: 3 },
    outgoings: [
      { amountMinor: 72_000, bankName: 'Banque Exemple', iban: 'FR7600000000000000000000291', day: 8 },
    ],
  },
  {
    email: `paul.girard@${DEMONSTRATION_DOMAIN}`,
    firstName: 'Paul',
    lastName: 'Girard',
    phone: '06 39 98 00 16',
    country: 'FR',
    accountType: 'courant',
    ageMonths: 0,
    isActivated: false,
  },
];

/** The client that the sign-in screen offers. */
export const DEMONSTRATION_CLIENT_PASSWORD = 'Guichet-client-2026';
