import type { Browser } from '@playwright/test';

export function openGallery(): Promise<{ browser: Browser; url: string; close: () => Promise<void> }>;
export const parts: readonly string[];
