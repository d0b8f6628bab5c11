/** How a label ends that asks: « Que deviennent les échéances ? ». The Greek mark is a semicolon. */
const ASKS = /[?？;\u037e]$/;

/**
 * A line of a form's summary: the label of the control and what is at fault. After a question no colon follows: « … ? : » is a fault of its own.
 * @param joined both in the words of the catalogue, with its colon.
 */
export const faultLine = (label: string, fault: string, joined: string): string =>
  ASKS.test(label.trimEnd()) ? `${label} ${fault}` : joined;
