/** What an engine has to know of a frame before its first block. */
export interface FrameShape {
  /** The window that the header asks for. */
  readonly windowBytes: number;
  /** The blocks to come decode to no more than this, if the frame is valid. */
  readonly decodedBound: number;
  /** Whether one `push` will bring all blocks. */
  readonly isSingleBatch: boolean;
}

/** Decodes one frame. Engines see blocks only: header and checksum are our business. */
export interface FrameDecoder {
  /**
   * Takes whole blocks, `last` with the frame's last one. The decoded pieces have gone to the sink
   * when it returns (or resolves). Throws whatever the engine throws: see `explainEngineError`.
   */
  push(blocks: Uint8Array, last: boolean): void | Promise<void>;
  /** Gives memory back; needed after every frame, finished or not. */
  close(): void;
}

/** One Zstandard decoder. */
export interface Engine {
  readonly name: EngineName;
  /** Larger windows are refused. */
  readonly maxWindowBytes: number;
  /** Matches that reach back further than this may decode to wrong bytes in silence. */
  readonly exactWindowBytes: number;
  open(shape: FrameShape, sink: (piece: Uint8Array) => void): FrameDecoder;
}

export type EngineName = 'native' | 'fzstd';

/**
 * The engines, best first; each loads its own module and gives undefined where it cannot run.
 * `native` is node:zlib's (Node 22.15, 23.8 and later); `fzstd` is JavaScript and runs everywhere.
 */
const ENGINES: Readonly<Record<EngineName, () => Promise<Engine | undefined>>> = {
  native: async () => (await import('./engine-native.ts')).createNativeEngine(),
  fzstd: async () => (await import('./engine-fzstd.ts')).createFzstdEngine(),
};

const loaded = new Map<EngineName | 'auto', Promise<Engine>>();

/**
 * Loads an engine, once. `auto` is the first that this runtime has. Rejects with a plain `Error`
 * when a named engine does not exist here.
 */
export function loadEngine(name: EngineName | 'auto' = 'auto'): Promise<Engine> {
  let engine = loaded.get(name);
  if (engine === undefined) {
    engine = findEngine(name);
    loaded.set(name, engine);
  }
  return engine;
}

async function findEngine(name: EngineName | 'auto'): Promise<Engine> {
  // Object keys keep the order they are written in.
  const names = name === 'auto' ? (Object.keys(ENGINES) as EngineName[]) : [name];
  for (const candidate of names) {
    const engine = await ENGINES[candidate]();
    if (engine !== undefined) return engine;
  }
  throw new Error(`The zstd engine "${name}" needs Node 22.15 or later. Use "fzstd" or "auto".`);
}
