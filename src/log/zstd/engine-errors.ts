import { BlockBudgetError } from './block-budget.ts';
import type { FrameErrorCode, FrameLimit } from './frame-error.ts';

/** What an engine's error means for the frame. */
export interface EngineErrorMeaning {
  readonly code: FrameErrorCode;
  readonly limit?: FrameLimit;
  readonly what: string;
}

/**
 * Sorts out what an engine threw. Engines throw coded errors for what they check, and any
 * `RangeError` or `TypeError` where malformed data led them astray: all of it means a malformed
 * frame, except for want of memory or time.
 */
export function explainEngineError(error: unknown): EngineErrorMeaning {
  if (error instanceof BlockBudgetError) {
    return { code: 'E_LIMIT', limit: 'work', what: `decoding was stopped: ${error.message}` };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (OUT_OF_MEMORY.test(text)) {
    return { code: 'E_LIMIT', limit: 'window', what: 'there is no memory for the window' };
  }
  return { code: 'E_FRAME', what: `the frame does not decode: ${text}` };
}

/** V8's words for a failed allocation, and libzstd's. */
const OUT_OF_MEMORY = /allocation failed|Invalid typed array length|not enough memory/i;
