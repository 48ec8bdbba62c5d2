import { constants } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PageWriter } from '../codec/page-writer.ts';
import { REPRESENTATIONS } from '../codec/representations.ts';
import { responseFraming } from '../codec/response.ts';
import type { Span } from '../codec/span.ts';
import { HistpackError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { readInterval, type Survey } from '../log/survey.ts';
import type { BenchFormName } from './forms.ts';

/** The response of a page in one form, in a file. */
export interface StoredResponse {
  readonly path: string;
  readonly records: number;
  readonly rows: number;
  readonly jsonBytes: number;
}

/**
 * Writes the responses of a page into a directory, a file a form, in one reading: the bytes that
 * `page` prints and `measure` counts. Memory does not grow with the page.
 * @throws {HistpackError} `E_LIMIT` where a response is too long for one string, which a client needs
 */
export async function storeResponses(
  log: Log,
  page: Survey,
  forms: readonly BenchFormName[],
  directory: string,
  maxChars: number = constants.MAX_STRING_LENGTH,
): Promise<Map<BenchFormName, StoredResponse>> {
  const files = new Map<BenchFormName, ResponseFile>();
  try {
    for (const form of forms) {
      files.set(
        form,
        await ResponseFile.open(form, page, join(directory, `${form}.json`), maxChars),
      );
    }
    await readInterval(log, page, async (spans) => {
      for (const file of files.values()) await file.write(spans);
    });
    const stored = new Map<BenchFormName, StoredResponse>();
    for (const [form, file] of files) stored.set(form, await file.finish());
    return stored;
  } finally {
    for (const file of files.values()) await file.close();
  }
}

class ResponseFile {
  readonly #form: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #writer: PageWriter;
  readonly #maxChars: number;
  #chars = 0;
  #jsonBytes = 0;

  private constructor(
    form: string,
    path: string,
    handle: FileHandle,
    writer: PageWriter,
    maxChars: number,
  ) {
    this.#form = form;
    this.#path = path;
    this.#handle = handle;
    this.#writer = writer;
    this.#maxChars = maxChars;
  }

  static async open(
    form: BenchFormName,
    { interval, completedSteps }: Survey,
    path: string,
    maxChars: number,
  ): Promise<ResponseFile> {
    const context = { completedSteps };
    const writer = new PageWriter(REPRESENTATIONS[form], context, responseFraming(interval));
    return new ResponseFile(form, path, await open(path, 'wx', 0o600), writer, maxChars);
  }

  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) for (const piece of this.#writer.write(span)) await this.#put(piece);
  }

  async finish(): Promise<StoredResponse> {
    await this.#put(this.#writer.finish());
    const { records, rows } = this.#writer;
    return { path: this.#path, records, rows, jsonBytes: this.#jsonBytes };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #put(piece: string): Promise<void> {
    this.#chars += piece.length;
    if (this.#chars > this.#maxChars) throw tooLong(this.#form, this.#maxChars);
    const bytes = Buffer.from(piece, 'utf8');
    this.#jsonBytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }
}

const tooLong = (form: string, maxChars: number): HistpackError =>
  new HistpackError({
    code: 'E_LIMIT',
    message: `the ${form} page is longer than one string can be, ${maxChars} characters, so no client can parse it at once`,
    hint: 'select a smaller page, with --tail or with --from and --to',
    detail: { form, maxChars },
  });
