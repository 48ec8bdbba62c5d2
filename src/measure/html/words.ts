/** The words of a page in one language, beside those of its tables. */
export interface HtmlWords {
  readonly lang: string;
  readonly skip: string;
  readonly contents: string;
  readonly title: string;
  readonly sizes: string;
  readonly sizesOf: (name: string) => string;
  readonly numbersOf: (title: string) => string;
  readonly size: string;
  readonly bytes: string;
  readonly where: string;
  readonly checks: string;
  readonly problems: string;
  readonly made: (gzipLevel: number, brotliQuality: number) => string;
}

const en: HtmlWords = {
  lang: 'en',
  skip: 'Skip to the content',
  contents: 'Contents',
  title: 'Session log sizes',
  sizes: 'Bytes by representation',
  sizesOf: (name) => `Sizes of ${name}`,
  numbersOf: (title) => `Numbers: ${title}`,
  size: 'size',
  bytes: 'bytes',
  where: 'Where the bytes are',
  checks: 'Checks',
  problems: 'Warnings and faults',
  made: (gzipLevel, brotliQuality) =>
    `gzip level ${gzipLevel}, Brotli quality ${brotliQuality}. JSON bytes are the UTF-8 bytes of the response.`,
};

const zh: HtmlWords = {
  lang: 'zh-Hans',
  skip: '跳到正文',
  contents: '目录',
  title: '会话日志大小',
  sizes: '各表示的字节',
  sizesOf: (name) => `${name} 的大小`,
  numbersOf: (title) => `数据：${title}`,
  size: '大小',
  bytes: '字节',
  where: '字节分布',
  checks: '检查',
  problems: '警告与错误',
  made: (gzipLevel, brotliQuality) =>
    `gzip 级别 ${gzipLevel}，Brotli 质量 ${brotliQuality}。JSON 字节为响应的 UTF-8 字节数。`,
};

/** A language is an entry here; the keys are those of the report's labels. */
export const HTML_WORDS = { en, zh } as const;
