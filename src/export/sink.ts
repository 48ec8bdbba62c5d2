/** Takes bytes in order; resolves when more may come. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything is in. */
  finish(): Promise<void>;
}
