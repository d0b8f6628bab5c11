/** A decorative drawing of streets, a river and the brand's arch; the address beside it is text. */
export function MapDrawing() {
  return (
    <svg
      className="map-drawing"
      viewBox="0 0 400 150"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className="map-water" d="M-10 118C60 96 90 140 160 122s96-44 160-30 70 6 100-8v80H-10Z" />
      <path
        className="map-street"
        d="M-10 40 410 20M-10 84 410 62M60-10l26 112M150-10l22 106M236-10l18 94M330-10l12 90M-10 8l420 44M186 122V60"
      />
      <path className="map-path" d="M30 38C90 34 120 32 196 64" />
      <path className="map-place" d="M184 72V52a12 12 0 0 1 24 0v20Z" />
      <path className="map-door" d="M192 72v-9a4 4 0 0 1 8 0v9Z" />
      <circle className="map-start" cx="30" cy="38" r="4" />
    </svg>
  );
}
