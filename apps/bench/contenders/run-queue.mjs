// Warms a queue up with some jobs that are due now, then adds those that are measured and sends the bench the time at which they are due.
const { JOBS, LEAD_MS, WARM_UP } = process.env;

// The bench was killed.
process.once('disconnect', () => process.exit(1));

/** `add(count, dueMs)` adds jobs; `work(done)` starts the workers, which call `done(count)`. */
export async function runQueue({ add, work }) {
  let left = Number(WARM_UP);
  let warmedUp;
  const isWarm = new Promise((resolve) => {
    warmedUp = resolve;
  });
  if (left === 0) warmedUp();
  else await add(left, Date.now());
  await work((count) => {
    left -= count;
    if (left <= 0) warmedUp();
  });
  await isWarm;
  const dueMs = Date.now() + Number(LEAD_MS);
  await add(Number(JOBS), dueMs);
  process.send(dueMs);
}
