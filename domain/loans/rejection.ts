/** Refusals for the borrower's means: the client is told of free budget advice (LC-26). */
export const BUDGET_REASONS = ['insufficient-income', 'debt-ratio-too-high'] as const;
