import { groupedInteger, percent } from '../render/numbers.ts';
import type { Advice } from './advice.ts';
import { shownName } from './shown-name.ts';
import type { Breakdowns } from './why.ts';

/** The words of `--why` in one language. Names of families, parts and tools are the data's own. */
export interface WhyLabels {
  readonly title: string;
  readonly breakdowns: Readonly<Record<keyof Breakdowns, string>>;
  /** The table of families left out, and the remark under it. */
  readonly leaveOneOut: string;
  readonly leaveOneOutNote: string;
  readonly bytes: readonly [json: string, gzip: string, brotli: string];
  readonly total: string;
  readonly more: (lines: number) => string;
  readonly advice: (advice: Advice) => string;
}

const en: WhyLabels = {
  title: 'Where the bytes are',
  breakdowns: {
    families: 'JSON bytes by event family',
    parts: 'JSON bytes by part of a record',
    turns: 'JSON bytes by turn',
    steps: 'JSON bytes by step',
    tools: 'JSON bytes by tool',
  },
  leaveOneOut: 'Leave-one-out',
  leaveOneOutNote:
    'Leave-one-out: how much smaller the response is without these records, its frame kept; compressed sizes do not sum.',
  bytes: ['JSON bytes', 'gzip bytes', 'Brotli bytes'],
  total: 'Total',
  more: (lines) => `(${groupedInteger(lines)} more)`,
  advice(advice) {
    switch (advice.kind) {
      case 'stored-unpacked':
        return `The log is stored unpacked: at least ${groupedInteger(advice.deltas)} of its ${groupedInteger(advice.allDeltas)} deltas stand on lines of their own, though they fit into chunk rows. The file is larger for it, the page is not.`;
      case 'runs-cut':
        return `Flushes cut runs short: the log stores ${groupedInteger(advice.rows)} chunk rows where ${groupedInteger(advice.enough)} would do. The file is larger for it, the page is not.`;
      case 'large-tool-result':
        return `One tool result is ${percent(advice.share)} of the ${advice.form} page: ${groupedInteger(advice.jsonBytes)} JSON bytes of ${shownName(advice.tool)} at seq ${advice.seq}.`;
    }
  },
};

const zh: WhyLabels = {
  title: '字节分布',
  breakdowns: {
    families: 'JSON 字节（按事件类别）',
    parts: 'JSON 字节（按记录组成）',
    turns: 'JSON 字节（按轮次）',
    steps: 'JSON 字节（按步骤）',
    tools: 'JSON 字节（按工具）',
  },
  leaveOneOut: '逐一剔除',
  leaveOneOutNote: '逐一剔除：去掉这些记录、保留响应外框后减少的字节；压缩后的大小不可相加。',
  bytes: ['JSON 字节', 'gzip 字节', 'Brotli 字节'],
  total: '合计',
  more: (lines) => `(另有 ${groupedInteger(lines)} 项)`,
  advice(advice) {
    switch (advice.kind) {
      case 'stored-unpacked':
        return `日志未打包存储：${groupedInteger(advice.allDeltas)} 个增量中至少有 ${groupedInteger(advice.deltas)} 个独占一行，本可并入打包行。文件因此变大，页面不受影响。`;
      case 'runs-cut':
        return `刷新截断了连续增量：日志存有 ${groupedInteger(advice.rows)} 个打包行，${groupedInteger(advice.enough)} 个即可。文件因此变大，页面不受影响。`;
      case 'large-tool-result':
        return `一个工具结果占 ${advice.form} 页面的 ${percent(advice.share)}：seq ${advice.seq}，${shownName(advice.tool)}，${groupedInteger(advice.jsonBytes)} JSON 字节。`;
    }
  },
};

/** A language is an entry here; the keys are those of the report's labels. */
export const WHY_LABELS = { en, zh } as const;
