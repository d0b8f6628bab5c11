import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';

export type Slide = { key: string; label: string; content: ReactNode };

const INTERVAL_MS = 5000;

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface CarouselProps {
  label: string;
  /** How screen readers name the whole and one slide, e.g. « carrousel », « diapositive ». */
  roleDescription: string;
  slideRoleDescription: string;
  slides: readonly Slide[];
  previousLabel: string;
  nextLabel: string;
  pauseLabel: string;
  playLabel: string;
}

/** Shows the next slide every five seconds while the page is in sight. */
function usePassing(isPassing: boolean, showNext: () => void) {
  const next = useEffectEvent(showNext);
  useEffect(() => {
    if (!isPassing) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') next();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPassing]);
}

/** The browser snaps to a slide, however it was scrolled: that one is current. @returns what is called once the scroll has ended. */
function useSettled(track: RefObject<HTMLUListElement | null>, setAt: (at: number) => void): () => void {
  const settle = useCallback(() => {
    const list = track.current;
    if (list?.clientWidth) setAt(Math.round(list.scrollLeft / list.clientWidth));
  }, [track, setAt]);
  // The row may have been scrolled before its code arrived.
  useEffect(settle, [settle]);
  return settle;
}

/** A button for each slide. */
function Dots({ slides, at, onGo }: { slides: readonly Slide[]; at: number; onGo: (index: number) => void }) {
  return (
    <div className="carousel-dots">
      {slides.map((slide, index) => (
        <button
          key={slide.key}
          type="button"
          className="carousel-dot"
          aria-label={slide.label}
          aria-current={index === at ? 'true' : undefined}
          onClick={() => onGo(index)}
        />
      ))}
    </div>
  );
}

/**
 * Moves on by itself every five seconds and wraps both ways. It waits while pointed at, focused or out of sight, and
 * does not start for readers who asked for less motion. Without JavaScript it is a row to scroll.
 */
export function Carousel(props: CarouselProps) {
  const { label, roleDescription, slideRoleDescription, slides } = props;
  const { previousLabel, nextLabel, pauseLabel, playLabel } = props;
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [held, setHeld] = useState(false);
  const [spoken, setSpoken] = useState('');
  const track = useRef<HTMLUListElement>(null);
  const count = slides.length;

  const show = (index: number): number => {
    const next = (index + count) % count;
    const slide = track.current?.children[next];
    if (slide instanceof HTMLElement)
      track.current?.scrollTo({ left: slide.offsetLeft, behavior: prefersNoMotion() ? 'auto' : 'smooth' });
    setAt(next);
    return next;
  };

  useEffect(() => setPlaying(!prefersNoMotion()), []);

  usePassing(playing && !held && count > 1, () => show(at + 1));
  const settle = useSettled(track, setAt);
  // Only what the reader asked for is spoken; the slides that pass by themselves would interrupt.
  const go = (index: number) => setSpoken(slides[show(index)]?.label ?? '');

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
        <Dots slides={slides} at={at} onGo={go} />
        <IconButton label={playing ? pauseLabel : playLabel} onClick={() => setPlaying(!playing)}>
          {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
      </div>
    </section>
  );
}
