/**
 * The section about the libraries that each request passes. Its figures are of 2026-11-28: shares
 * by `perf record -e task-clock`, microseconds by loops in one process; the places of a poll of
 * 2026-11-29, by a header that ended it there.
 */
export const SIMPLER_FORM = `## What the simpler form costs

Until 27 November 2026 one function of the server did what Express, ts-rest and pino do now ([ADR 0041](adr/0041-ts-rest-serves-the-contract.md)). Then a scheduled post
was 5.3 times, a read 8.8, a list 2.9 and a poll 8.9 times as fast as Express + Knex. [Goals](#goals) shows what is left of it. This is where the CPU time of the server process goes, in percent, after 4,000 to 8,000 requests
on a busy machine:

| Part | poll | read | list | POST |
|---|---|---|---|---|
| Node's HTTP server, and the answer into its socket | 17 | 14 | 10 | 13 |
| PostgreSQL: driver, pools, sockets | 16 | 16 | 17 | 13 |
| V8: compiler and garbage collector, most of it in other threads | 22 | 14 | 8.9 | 19 |
| Express: routes, \`req\`, \`res\` | 7.5 | 7.2 | 9.8 | 5.1 |
| the line of the log: pino, redaction | 8.1 | 7.5 | 5.9 | 4.0 |
| ts-rest | 4.2 | 2.7 | 2.2 | 2.0 |
| Zod | 1.8 | 3.1 | 2.5 | 3.7 |
| body-parser | 0.1 | 0.2 | 0.6 | 2.8 |
| Helmet | 0.8 | 0.8 | 0.6 | 0.7 |
| key, limits, their memory (lru-cache) | 6.8 | 8.7 | 6.3 | 8.3 |
| ids: uuid, typeid-js | 2.3 | 3.9 | 3.7 | 4.1 |
| request log of the dashboard | 2.8 | 2.0 | 2.0 | 0.7 |
| metrics: prom-client | 0.8 | 1.0 | 0.8 | 0.3 |
| batches of statements: DataLoader | 1.5 | 3.9 | 3.8 | 4.5 |
| the post itself: rules, rows, JSON | 3.9 | 10 | 23 | 14 |
| request id, ETag, small middleware, event loop, jobs | 3.3 | 3.3 | 2.8 | 3.9 |

| Alone, warm | µs |
|---|---|
| a line of pino; with redaction and public ids | 2.7; 9.9 |
| Helmet's 12 headers | 2.5 |
| Zod: headers, path and query of a read; query of a list; body of a post | 3; 11; 24 to 30 |
| an id of uuid; a public id read by typeid-js; written, for the first time | 2.9; 2.7; 4.8 |
| an observation of prom-client | 0.6 |

| A poll that ends here | µs | more |
|---|---|---|
| Node's HTTP server | 26 | |
| Express | 36 | 10 |
| request id | 39 | 3 |
| log line, and its duration in the metrics | 94 | 55 |
| check for a body that nobody reads | 99 | 5 |
| Helmet | 116 | 17 |
| share of the database, \`no-store\`, the dashboard's clock | 126 | 10 |
| key, and the row of the dashboard's request log | 206 | 80 |
| limits of the key and of the project | 223 | 17 |
| body | 233 | 10 |
| scope | 238 | 5 |
| ts-rest and Zod | 261 | 23 |
| the post from memory, and its version | 265 | 4 |

The last table is CPU time of the main thread on a quiet machine, where one process with the same load ends its polls at each place in turn (medians of five times 8,000). Bare
programs under that load: Node 26 µs, with Express 37, with ts-rest and Zod 60, with a line of pino 72.
That machine was more than three times as slow as the one of [Goals](#goals), which takes 77 µs for a poll; on it a scheduled post was 3.8, a read 2.8 and a poll 2.9 times as fast as with Express + Knex.

- No library is the reason alone: all of them together take 72 µs. The rest is what a poll does beside its answer. A log line without redaction, public ids and search for tokens saves 10 µs of its 55, the dashboard's request log some 40, the key's look-up in memory some 30.
- Reads and polls are answered from memory for a second, keys are read again twice a second, and logged requests are written each second. The fewer requests a machine takes in a second, the more of this each of them pays.
- A page of 25 posts gains least. No page is answered from memory, and it takes what its rows take: beyond a read 464 of its 545 µs, and with Express + Knex 335 of 555, without public ids, \`requested\` and results of chains.
- Three costs bought nothing and are gone: a log line took 17.1 µs until its secret fields were searched for in objects alone, a request with a body 9 µs for an error that it did not need, and a page of 25 posts 142 µs instead of 87 because each target was copied three times.`;
