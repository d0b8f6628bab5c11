import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

export type Slide = { key: string; label: string; content: ReactNode };

const INTERVAL_MS = 5000;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Moves on by itself every five seconds and wraps both ways. It waits while pointed at, focused or out of sight, and
 * does not start for readers who asked for less motion. Without JavaScript it is a row to scroll.
 */
export function Carousel({
  label,
  roleDescription,
  slideRoleDescription,
  slides,
  previousLabel,
  nextLabel,
  pauseLabel,
  playLabel,
}: {
  label: string;
  /** How screen readers name the whole and one slide, e.g. « carrousel », « diapositive ». */
  roleDescription: string;
  slideRoleDescription: string;
  slides: readonly Slide[];
  previousLabel: string;
  nextLabel: string;
  pauseLabel: string;
  playLabel: string;
}) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [held, setHeld] = useState(false);
  const [spoken, setSpoken] = useState('');
  const track = useRef<HTMLUListElement>(null);
  /** The slide the carousel is itself scrolling to. What ends on the way there is not the reader's choice. */
  const heading = useRef<number | null>(null);
  const count = slides.length;

  useEffect(() => setPlaying(!still()), []);

  useEffect(() => {
    if (!playing || held || count < 2) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt((before) => (before + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [playing, held, count]);

  useEffect(() => {
    const list = track.current;
    const slide = list?.children[at];
    if (!list || !(slide instanceof HTMLElement)) return;
    heading.current = at;
    list.scrollTo({ left: slide.offsetLeft, behavior: still() ? 'auto' : 'smooth' });
  }, [at]);

  const settle = () => {
    const list = track.current;
    if (!list?.clientWidth) return;
    const index = Math.min(count - 1, Math.round(list.scrollLeft / list.clientWidth));
    // Its own arrival says nothing new; told late, it would take back the step that has followed.
    if (heading.current === null) setAt(index);
    else if (heading.current === index) heading.current = null;
  };
  /** From here on it is the reader who scrolls. */
  const takeOver = () => {
    heading.current = null;
  };
  const go = (index: number) => {
    const next = (index + count) % count;
    setAt(next);
    // Only what the reader asked for is spoken; the slides that pass by themselves would interrupt.
    setSpoken(slides[next]?.label ?? '');
  };

  return (
    <section
      className="carousel"
      aria-label={label}
      aria-roledescription={roleDescription}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        className="carousel-track"
        ref={track}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable without a mouse.
        tabIndex={0}
        onScrollEnd={settle}
        onPointerDown={takeOver}
        onWheel={takeOver}
        onKeyDown={takeOver}
      >
        {slides.map((slide) => (
          <li key={slide.key} className="carousel-slide">
            {/* biome-ignore lint/a11y/useSemanticElements: a slide is a group with its own spoken name, not a fieldset. */}
            <div role="group" aria-roledescription={slideRoleDescription} aria-label={slide.label}>
              {slide.content}
            </div>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      <div className="carousel-controls only-scripted">
        <IconButton label={previousLabel} tone="secondary" onClick={() => go(at - 1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label={nextLabel} tone="secondary" onClick={() => go(at + 1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <div className="carousel-dots">
          {slides.map((slide, index) => (
            <button
              key={slide.key}
              type="button"
              className="carousel-dot"
              aria-label={slide.label}
              aria-current={index === at ? 'true' : undefined}
              onClick={() => go(index)}
            />
          ))}
        </div>
        <IconButton label={playing ? pauseLabel : playLabel} onClick={() => setPlaying(!playing)}>
          {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
      </div>
    </section>
  );
}
