import { metricValue, SIZE_NAMES, type SizeName, type Weights } from '../check/metrics.ts';
import { formsOf } from '../forms.ts';
import type { Report } from '../report.ts';

/** The metric families, by size. */
const FAMILIES: Readonly<Record<SizeName, { name: string; help: string; unit?: string }>> = {
  records: { name: 'histpack_records', help: 'Top-level records of a history page' },
  json: { name: 'histpack_json_bytes', help: 'JSON bytes of a history page', unit: 'bytes' },
  gzip: { name: 'histpack_gzip_bytes', help: 'gzip bytes of a history page', unit: 'bytes' },
  brotli: { name: 'histpack_brotli_bytes', help: 'Brotli bytes of a history page', unit: 'bytes' },
};

/** OpenMetrics text, as GitLab's metrics reports read it. */
export function renderOpenMetrics(report: Report): string {
  const lines = SIZE_NAMES.flatMap((size) => {
    const { name, help, unit } = FAMILIES[size];
    const head = [
      `# TYPE ${name} gauge`,
      ...(unit ? [`# UNIT ${name} ${unit}`] : []),
      `# HELP ${name} ${help}.`,
    ];
    const samples = report.measurements.flatMap(({ file, weights }) =>
      rows(name, size, file, weights),
    );
    return [...head, ...samples];
  });
  return `${lines.join('\n')}\n# EOF\n`;
}

function rows(name: string, size: SizeName, file: string, weights: Weights): string[] {
  return formsOf(weights).flatMap((form) => {
    const value = metricValue(weights, { form, size });
    if (value === undefined) return [];
    return [`${name}{file="${escapeLabel(file)}",form="${form}"} ${value}`];
  });
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
