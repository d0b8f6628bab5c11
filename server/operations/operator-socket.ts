import { createHash } from 'node:crypto';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What an operating system allows a socket's path to be, with some room. */
const LONGEST_PATH = 100;

/**
 * Where the process that holds the embedded folder listens to its operator: a socket of the machine, beside the data, that only the same
 * user can open. Nothing of it is reachable over a network.
 */
export function operatorSocketPath(folder: string): string {
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\guichet-${short}`;
  const beside = join(folder, 'operator.sock');
  return Buffer.byteLength(beside) <= LONGEST_PATH ? beside : join(tmpdir(), `guichet-${short}.sock`);
}

/** Sends a backup into the stream and ends it. */
export type SendBackup = (sink: NodeJS.WritableStream) => Promise<void>;

/** What the operator may ask of the process that holds the embedded folder. */
export interface OperatorAnswers {
  readonly sendBackup: SendBackup;
  /** Runs a command by its words (`jobs purge-mails 2026-12-05`) and gives the lines to print; what it throws is printed as well. */
  readonly runCommand: (words: readonly string[]) => Promise<readonly string[]>;
}

/** Longest accepted command. */
const LONGEST_COMMAND = 4_000;

/** The words of a command, as they were sent. @throws Error for anything else. */
async function wordsOf(question: IncomingMessage): Promise<string[]> {
  let text = '';
  for await (const chunk of question) {
    text += String(chunk);
    if (text.length > LONGEST_COMMAND) throw new Error('The command is too long.');
  }
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error('A command is a list of words.');
  return words;
}

async function answerCommand(
  question: IncomingMessage,
  answer: ServerResponse,
  runCommand: OperatorAnswers['runCommand'],
): Promise<void> {
  try {
    const lines = await runCommand(await wordsOf(question));
    answer.writeHead(200, { 'content-type': 'text/plain' }).end(lines.join('\n'));
  } catch (error) {
    answer.writeHead(400, { 'content-type': 'text/plain' }).end((error as Error).message);
  }
}

/** Listens to the operator until closed. */
export async function openOperatorSocket(
  folder: string,
  { sendBackup, runCommand }: OperatorAnswers,
): Promise<{ close(): Promise<void> }> {
  const path = operatorSocketPath(folder);
  // The folder's lock is ours: a socket that is there was left by a process that is not.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server: Server = createServer((question, answer) => {
    if (question.method === 'POST' && question.url === '/command') {
      void answerCommand(question, answer, runCommand);
      return;
    }
    if (question.method !== 'POST' || question.url !== '/backup') {
      answer.writeHead(404).end();
      return;
    }
    // Buffered in memory: a slow reader must not hold the bank's only connection.
    const chunks: Buffer[] = [];
    const whole = new PassThrough();
    whole.on('data', (chunk: Buffer) => chunks.push(chunk));
    sendBackup(whole).then(
      () => answer.writeHead(200, { 'content-type': 'application/gzip' }).end(Buffer.concat(chunks)),
      (error: Error) => answer.writeHead(500, { 'content-type': 'text/plain' }).end(error.message),
    );
  });
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The bank that runs on the folder did not give what was asked of it. The message is for the operator. */
export class BankDidNotAnswer extends Error {
  constructor(problem: string) {
    super(`The running bank did not do it: ${problem}`);
    this.name = 'BankDidNotAnswer';
  }
}

/** Asks the process that holds the folder for something. @throws BankDidNotAnswer with its reason when it refused. */
async function ask(folder: string, path: string, body: string): Promise<IncomingMessage> {
  const socketPath = operatorSocketPath(folder);
  if (process.platform !== 'win32' && !existsSync(socketPath))
    throw new BankDidNotAnswer(
      `it does not listen at ${socketPath}. If it is starting, try again once it is ready.`,
    );
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath, path, method: 'POST' }, resolve)
      .once('error', (error) => reject(new BankDidNotAnswer(error.message)))
      .end(body);
  });
  if (answer.statusCode !== 200) {
    let words = '';
    for await (const chunk of answer) words += String(chunk);
    throw new BankDidNotAnswer(words || String(answer.statusCode));
  }
  return answer;
}

/** Asks the process that holds the folder for a backup. @throws BankDidNotAnswer. */
export async function askForBackup(folder: string, sink: NodeJS.WritableStream): Promise<void> {
  await pipeline(await ask(folder, '/backup', ''), sink);
}

/** Lets the process that holds the folder run a command. @returns the lines to print. @throws BankDidNotAnswer. */
export async function askForCommand(folder: string, words: readonly string[]): Promise<string[]> {
  let text = '';
  for await (const chunk of await ask(folder, '/command', JSON.stringify(words))) text += String(chunk);
  return text.split('\n');
}
