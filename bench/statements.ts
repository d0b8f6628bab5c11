import { createMessageReader } from '#domain/statements/message-reader.ts';
import { parseXml } from '#server/statements/files/xml-events.ts';
import { type RunningBank, startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { median, type Options, type PartResult } from './measuring/figures.ts';
import { send } from './measuring/load.ts';

const IBAN = 'FR7600000000010000000000179';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const DAY = '<Dt><Dt>2026-12-01</Dt></Dt>';

const decimal = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
const amount = (minor: number) => `<Amt Ccy="EUR">${decimal(minor)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
const balance = (type: string, minor: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(minor)}${DAY}</Bal>`;

/** A camt.053.001.08 of so many credits of payers that nobody knows: about 500 bytes each. */
function statementOf(entries: number): Uint8Array {
  const amounts = Array.from({ length: entries }, (_, index) => (index % 1000) + 1);
  const total = amounts.reduce((sum, one) => sum + one, 0);
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt><GrpHdr><MsgId>BENCH</MsgId><CreDtTm>2026-12-02T05:00:00Z</CreDtTm></GrpHdr><Stmt><Id>BENCH-1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;
  const body = amounts.map((minor, index) => {
    const reference = String(index).padStart(8, '0');
    const days = '<BookgDt><Dt>2026-12-01</Dt></BookgDt><ValDt><Dt>2026-12-01</Dt></ValDt>';
    const code =
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';
    const detail = `<Refs><EndToEndId>E${reference}</EndToEndId></Refs>${amount(minor)}<RltdPties><Dbtr><Pty><Nm>PAYEUR ${index}</Nm></Pty></Dbtr></RltdPties>`;
    return `<Ntry>${amount(minor)}<Sts><Cd>BOOK</Cd></Sts>${days}<AcctSvcrRef>H${reference}</AcctSvcrRef>${code}<NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls></Ntry>\n`;
  });
  return new TextEncoder().encode(
    `${head}${balance('OPBD', 0)}${balance('CLBD', total)}${body.join('')}</Stmt></BkToCstmrStmt></Document>\n`,
  );
}

async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 256 * 1024) yield bytes.subarray(at, at + 256 * 1024);
}
const ignore = () => {};
const NO_READER = { open: ignore, text: ignore, close: ignore, end: ignore };
const NO_SINK = {
  header: ignore,
  statementBegins: ignore,
  entry: ignore,
  statement: ignore,
  report: ignore,
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** A caller of the back office. */
function administratorOf(bank: RunningBank, cookie: string) {
  let serial = 0;
  return async (method: string, path: string, body?: object | Uint8Array) => {
    serial += 1;
    const isFile = body instanceof Uint8Array;
    const answer = await fetch(`${bank.url}/api${path}`, {
      method,
      headers: {
        cookie,
        origin: bank.url,
        'idempotency-key': `bench-${serial}-${process.pid}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
        ...(isFile ? { 'x-file-name': 'bench.xml' } : {}),
      },
      ...(body ? { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

/** Imports the file on a running bank while others ask it for their overview. */
async function importOn(bank: RunningBank, content: Uint8Array) {
  const call = administratorOf(bank, await bank.administrator());
  const { account } = await call('POST', '/admin/bank-accounts', {
    iban: IBAN,
    bankName: 'Banc',
    currency: 'EUR',
  });
  const path = `/admin/bank-accounts/${account.id}/adoption`;
  await call('POST', path, { openingMinor: 0, day: '2026-11-30' });
  const headers = { cookie: await bank.client() };
  const others = async (seconds: number) => {
    const load = { port: bank.port, connections: 4, seconds, method: 'GET' as const, headers, rate: 40 };
    return (await send({ ...load, paths: ['/api/overview'] })).p95;
  };
  await others(2);
  const idleP95 = await others(4);
  const idleMb = bank.memoryMb();
  let largestMb = idleMb;
  const watch = setInterval(() => {
    largestMb = Math.max(largestMb, bank.memoryMb());
  }, 100);
  const started = performance.now();
  const slices: number[] = [];
  let seconds = 0;
  const imported = (async () => {
    let { file } = await call('POST', '/admin/bank-files', content);
    while (
      file.state === 'received' ||
      file.statements.some((one: { state: string }) => one.state === 'received')
    ) {
      await new Promise((done) => setTimeout(done, 250));
      ({ file } = await call('GET', `/admin/bank-files/${file.id}`));
    }
    seconds = (performance.now() - started) / 1000;
    const [statement] = file.statements;
    if (statement?.state !== 'posted') throw new Error(`the statement is ${statement?.code ?? file.code}`);
  })();
  while (seconds === 0 && slices.length < 100) slices.push(await others(2));
  await imported;
  clearInterval(watch);
  return { seconds, p95Ratio: median(slices) / idleP95, growthMb: largestMb - idleMb };
}

/** A statement of 50,000 entries, read alone, then read, checked and posted by a node that answers others meanwhile. */
export async function statements({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 1 : 3;
  const content = statementOf(quick ? 5_000 : 50_000);
  const megabytes = content.length / 1e6;
  const reading: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds + 1; round += 1) {
    const nothing = await secondsOf(() => parseXml(inParts(content), NO_READER));
    const read = await secondsOf(() =>
      parseXml(inParts(content), createMessageReader(NO_SINK, ['camt.053.001.08'])),
    );
    // The first round warms up.
    if (round === 0) continue;
    reading.push(megabytes / read);
    ratios.push(read / nothing);
  }
  say(`${megabytes.toFixed(1)} MB read at ${median(reading).toFixed(1)} MB/s`);
  const postgres = await benchPostgres();
  const imports: Awaited<ReturnType<typeof importOn>>[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const bank = await startBank({ databaseUrl: await postgres.create(`statements${round}`) });
      imports.push(await importOn(bank, content));
      await bank.stop();
      say(`round ${round + 1}: posted after ${imports.at(-1)?.seconds.toFixed(1)} s`);
    }
  } finally {
    await postgres.stop();
  }
  return {
    title: 'Statements of a bank',
    figures: [
      { name: 'A statement of 50,000 entries: MB read in a second', unit: '/s', values: reading },
      {
        name: 'The same to the XML parser reading it and doing nothing',
        unit: '×',
        values: ratios,
        atMost: 2,
      },
      {
        name: 'A statement of 50,000 entries: read, checked and posted, PostgreSQL',
        unit: 's',
        values: imports.map(({ seconds }) => seconds),
        atMost: 60,
      },
      {
        name: 'p95 of others meanwhile, to idle',
        unit: '×',
        values: imports.map(({ p95Ratio }) => p95Ratio),
        atMost: 2,
      },
      {
        name: 'Memory of the node above idle meanwhile',
        unit: 'MB',
        values: imports.map(({ growthMb }) => growthMb),
      },
    ],
    notes: [
      `One camt.053.001.08 of ${megabytes.toFixed(1)} MB, every entry a credit of a payer nobody knows. Others: 40 calls a second for an overview, over four connections.`,
    ],
  };
}
