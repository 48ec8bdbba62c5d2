const SHOWN_CHARS = 60;

/** The beginning of foreign text, quoted for a message. */
export const shorten = (text: string): string =>
  JSON.stringify(text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
