// Begins, before the code of a signed-in area is here, what it will ask for first: the stream of what changes, and once the server says that
// this page hears it, the first reads. What a read does not tell the stream does, so nothing is read twice (app/api/ahead.ts takes over).
((reads, readsOfHome) => {
  const live = new EventSource('/api/live');
  const answers = new Map();
  const said = [];
  const ready = new Promise((done) => {
    const giveUp = () => {
      live.close();
      done();
    };
    // A stream that some proxy holds back must not hold back the page.
    const patience = setTimeout(giveUp, 1000);
    live.onerror = giveUp;
    live.onmessage = () => {
      clearTimeout(patience);
      // Something changed: an answer that nobody has taken yet may be from before.
      live.onmessage = ({ data }) => {
        answers.clear();
        said.push(data);
      };
      done();
    };
  });
  /** Read to its end at once: an answer that nobody takes must not hold a connection. What failed is asked for again. */
  async function readWhole(path) {
    const answer = await fetch(path);
    return answer.ok ? new Response(await answer.blob(), answer) : undefined;
  }

  // Not before: to know the time zone takes longer than all the rest.
  const begun = ready.then(() => {
    const timeZone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    for (const read of location.search ? reads : [...reads, ...readsOfHome]) {
      const path = `/api${read.replace('TIME_ZONE', timeZone)}`;
      answers.set(
        path,
        readWhole(path).catch(() => undefined),
      );
    }
  });
  window.ahead = { live, answers, said, ready: begun };
})(READS, READS_OF_HOME);
