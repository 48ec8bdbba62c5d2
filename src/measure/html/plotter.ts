import type * as PlotModule from '@observablehq/plot';
import { Markup, visible } from './markup.ts';

/** The plotting library: Observable Plot, which draws into any DOM. */
export type Plot = typeof PlotModule;

/** A picture and what it is for those who do not see it. */
export interface Picture {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  /** What it shows, in a sentence or two. */
  readonly description: string;
  readonly options: PlotModule.PlotOptions;
}

/** Draws pictures as inline SVG. */
export interface Plotter {
  readonly Plot: Plot;
  readonly draw: (picture: Picture) => Markup;
}

/** What the adapter needs of an element; the DOM is no part of this program's types. */
interface DomElement {
  readonly tagName: string;
  readonly childNodes: Iterable<DomNode>;
  readonly attributes: Iterable<{ readonly name: string; value: string }>;
  textContent: string;
  readonly outerHTML: string;
  querySelectorAll(selector: string): Iterable<DomElement>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  prepend(...children: DomElement[]): void;
}

interface DomNode {
  readonly nodeType: number;
  textContent: string;
}

const TEXT_NODE = 3;
const SVG = 'http://www.w3.org/2000/svg';
/** A tenth of a pixel: less is not seen, and makes up half of an SVG. */
const COORDINATE_DIGITS = 1;
const COORDINATES = new Set(
  'x y x1 y1 x2 y2 cx cy r rx width height d transform points dx'.split(' '),
);

/** Loads the library and a small DOM for it; both only where a page is asked for. */
export async function openPlotter(): Promise<Plotter> {
  const [Plot, { parseHTML }] = await Promise.all([
    import('@observablehq/plot'),
    import('linkedom'),
  ]);
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return {
    Plot,
    draw({ id, title, description, options }) {
      // Plot's types speak of a browser's DOM, which linkedom's is for all that is used here.
      const svg = Plot.plot({ ...options, document } as never) as unknown as DomElement;
      tidy(svg);
      const named = (tag: string, suffix: string, text: string): DomElement => {
        const element = document.createElementNS(SVG, tag) as unknown as DomElement;
        element.setAttribute('id', `${id}-${suffix}`);
        element.textContent = visible(text);
        return element;
      };
      svg.prepend(named('title', 'title', title), named('desc', 'desc', description));
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-labelledby', `${id}-title ${id}-desc`);
      return new Markup(svg.outerHTML);
    },
  };
}

/** Takes out what a static picture has no use for, rounds coordinates, and makes foreign text visible. */
function tidy(svg: DomElement): void {
  for (const style of [...svg.querySelectorAll('style')]) style.remove();
  svg.removeAttribute('class');
  svg.removeAttribute('font-family'); // that of the page
  svg.removeAttribute('font-size');
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('aria-')) element.removeAttribute(name); // children of an image are not read
    }
    for (const attribute of element.attributes) {
      if (COORDINATES.has(attribute.name)) attribute.value = rounded(attribute.value);
    }
    for (const node of element.childNodes) {
      if (node.nodeType === TEXT_NODE) node.textContent = visible(node.textContent);
    }
  }
}

const rounded = (value: string): string =>
  value.replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) =>
    String(Number(Number(number).toFixed(COORDINATE_DIGITS))),
  );
