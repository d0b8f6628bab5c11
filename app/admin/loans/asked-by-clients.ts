/** The lists above the requests that few days have, fetched together. */
export { DifficultyQueue } from './measures/difficulty-queue.tsx';
export { RetractionDeclarations } from './retraction-declarations.tsx';
