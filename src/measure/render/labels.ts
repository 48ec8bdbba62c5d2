import type { ByForm, KnownForm } from '../forms.ts';
import { HTML_WORDS, type HtmlWords } from '../html/words.ts';
import { WHY_LABELS, type WhyLabels } from '../why/labels.ts';

/** One comparison of packed history with another form. */
export interface Comparison {
  readonly against: 'raw' | 'projection';
  /** The difference as a share, without its sign: `90.8%`. */
  readonly share: string;
  /** Whether packing made it smaller, or left it as it was. */
  readonly shrank: boolean;
}

/** The words of a report in one language; those of the table are the note's. */
export interface Labels {
  readonly columns: readonly [string, string, string, string, string];
  /** A form of a module goes by its name. */
  readonly forms: ByForm<string>;
  readonly total: string;
  readonly why: WhyLabels;
  readonly html: HtmlWords;
  /** `packed` is undefined where the packed form was not measured. */
  readonly interval: (
    fromSeq: number,
    toSeq: number,
    events: string,
    packed: { readonly rows: string; readonly count: number } | undefined,
  ) => string;
  /** Under a total that leaves inherited events out. */
  readonly countedOnce: (forks: number, events: string) => string;
  /** Sentences over one or two comparisons. */
  readonly jsonReduction: (comparisons: readonly Comparison[]) => string;
  readonly brotliReduction: (comparisons: readonly Comparison[]) => string;
}

const en: Labels = {
  columns: ['Representation', 'Top-level records', 'JSON bytes', 'gzip bytes', 'Brotli bytes'],
  forms: {
    raw: 'Raw logical events',
    projection: 'Completed-step projection candidate',
    packed: 'Lossless packed history',
    columnar: 'Lossless columnar history',
    fold: 'Compact UI fold',
    messages: 'Assembled messages only',
  } satisfies Record<KnownForm, string>,
  total: 'Total',
  why: WHY_LABELS.en,
  html: HTML_WORDS.en,
  interval(fromSeq, toSeq, events, packed) {
    const rows = packed && `, including ${packed.rows} packed row${packed.count === 1 ? '' : 's'}`;
    return `Interval [${fromSeq}, ${toSeq}): ${events} logical events${rows ?? ''}.`;
  },
  countedOnce: (forks, events) =>
    `Inherited events are counted once: ${events} left out of ${forks} fork${forks === 1 ? '' : 's'}.`,
  jsonReduction(comparisons) {
    const names = {
      raw: 'raw logical events',
      projection: 'the lossy completed-step projection candidate',
    };
    let verb = '';
    const phrases = comparisons.map(({ against, share, shrank }) => {
      const next = shrank ? 'reduced' : 'increased';
      const object = verb === '' ? 'uncompressed JSON' : 'it';
      const head = next === verb ? '' : `${next} ${object} `;
      verb = next;
      return `${head}by ${share} relative to ${names[against]}`;
    });
    return `Packing ${phrases.join(' and ')}.`;
  },
  brotliReduction(comparisons) {
    const names = { raw: 'raw', projection: 'that projection candidate' };
    const phrases = comparisons.map(
      ({ against, share, shrank }) =>
        `${share} ${shrank ? 'smaller' : 'larger'} than ${names[against]}`,
    );
    return `Brotli output was ${phrases.join(' and ')}.`;
  },
};

const zh: Labels = {
  columns: ['表示', '顶层记录数', 'JSON 字节', 'gzip 字节', 'Brotli 字节'],
  forms: {
    raw: '原始逻辑事件',
    projection: '已完成步骤投影候选',
    packed: '无损打包历史',
    columnar: '无损列式历史',
    fold: '紧凑 UI 折叠',
    messages: '仅组装后的消息',
  } satisfies Record<KnownForm, string>,
  total: '合计',
  why: WHY_LABELS.zh,
  html: HTML_WORDS.zh,
  interval: (fromSeq, toSeq, events, packed) =>
    `区间 [${fromSeq}, ${toSeq})：${events} 个逻辑事件${packed ? `，其中 ${packed.rows} 个打包行` : ''}。`,
  countedOnce: (forks, events) => `继承的事件只计一次：${forks} 个分叉略去 ${events} 个事件。`,
  jsonReduction(comparisons) {
    const names = { raw: '原始逻辑事件', projection: '有损的已完成步骤投影候选' };
    const phrases = comparisons.map(
      ({ against, share, shrank }) => `相对${names[against]}${shrank ? '减少' : '增加'} ${share}`,
    );
    return `打包使未压缩 JSON ${phrases.join('，')}。`;
  },
  brotliReduction(comparisons) {
    const names = { raw: '原始逻辑事件', projection: '该投影候选' };
    const phrases = comparisons.map(
      ({ against, share, shrank }) => `比${names[against]}${shrank ? '小' : '大'} ${share}`,
    );
    return `Brotli 输出${phrases.join('，')}。`;
  },
};

/** A language is an entry here. */
export const LABELS = { en, zh } as const;
export type Language = keyof typeof LABELS;
