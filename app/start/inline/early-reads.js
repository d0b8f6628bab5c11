// Begins the first reads of a signed-in area before its code arrives: first the stream of changes, then, once subscribed, the reads. Changes
// after a read are reported by the stream, so nothing is read twice (app/api/early-reads.ts takes over).
((reads, readsOfHome) => {
  const live = new EventSource('/api/live');
  const answers = new Map();
  const said = [];
  const ready = new Promise((done) => {
    const giveUp = () => {
      live.close();
      done();
    };
    // A proxy that holds back the stream must not hold back the page.
    const patience = setTimeout(giveUp, 1000);
    live.onerror = giveUp;
    live.onmessage = () => {
      clearTimeout(patience);
      // Data changed: an untaken answer may be out of date.
      live.onmessage = ({ data }) => {
        answers.clear();
        said.push(data);
      };
      done();
    };
  });
  /** Reads the body at once: an unread answer would hold a connection. A failed read is repeated by the app. */
  async function readWhole(path) {
    const answer = await fetch(path);
    return answer.ok ? new Response(await answer.blob(), answer) : undefined;
  }

  // Computed late: resolving the time zone is the slowest step.
  const begun = ready.then(() => {
    const timeZone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    let kept = [];
    try {
      kept = (localStorage.getItem('early-reads') ?? '').split(' ');
    } catch {
      // Storage is unavailable: reads that need a permission wait for the code.
    }
    for (const [read, permission] of location.search ? reads : [...reads, ...readsOfHome]) {
      if (permission && !kept.includes(permission)) continue;
      const path = `/api${read.replace('TIME_ZONE', timeZone)}`;
      answers.set(
        path,
        readWhole(path).catch(() => undefined),
      );
    }
  });
  window.earlyReads = { live, answers, said, ready: begun };
})(READS, READS_OF_HOME);
