import express, { type Request, type Router } from 'express';
import { BadControl, readObject, refuseUnknown } from '../read-json.ts';
import { readAnswer } from './answers.ts';
import { isSecret } from './check-signature.ts';
import type { Receiver, Receivers } from './receivers.ts';

/** `/__sandbox/receivers/{name}`: read deliveries, choose the answer, hand over the secrets. */
export function createReceiverControls(receivers: Receivers): Router {
  const router = express.Router();
  const receiverOf = (req: Request): Receiver => {
    const receiver = receivers.open(String(req.params.name));
    if (receiver) return receiver;
    throw new BadControl('the name of a receiver has 1 to 40 of a-z, 0-9 and -, and there are at most 50');
  };
  const describe = (receiver: Receiver, since: number) => ({
    name: receiver.name,
    answer: receiver.answer(),
    secrets: receiver.secretCount(),
    total: receiver.total(),
    firstNumber: receiver.firstNumber(),
    lastChange: receiver.lastChange(),
    deliveries: receiver.list(since),
  });

  router.get('/', (_req, res) => {
    res.json({ receivers: receivers.names() });
  });
  router.get('/:name', (req, res) => {
    const since = Number(req.query.since ?? 0);
    if (!Number.isInteger(since)) throw new BadControl('"since" must be the "lastChange" of an earlier answer');
    res.set('cache-control', 'no-store').json(describe(receiverOf(req), since));
  });
  router.post('/:name/answer', (req, res) => {
    const receiver = receiverOf(req);
    receiver.setAnswer(readAnswer(readObject(req.body)));
    res.json(receiver.answer());
  });
  router.post('/:name/secrets', (req, res) => {
    const receiver = receiverOf(req);
    const body = readObject(req.body);
    refuseUnknown(body, ['secrets']);
    receiver.setSecrets(readSecrets(body.secrets));
    res.json({ secrets: receiver.secretCount() });
  });
  router.delete('/:name/deliveries', (req, res) => {
    receiverOf(req).clear();
    res.json({ cleared: true });
  });
  return router;
}

/** Two sign while a rotation is under way. */
function readSecrets(value: unknown): readonly string[] {
  const secrets: unknown[] = Array.isArray(value) ? value : [];
  const texts = secrets.filter((each) => typeof each === 'string' && isSecret(each)).map(String);
  if (!Array.isArray(value) || texts.length !== secrets.length)
    throw new BadControl('"secrets" must be a list of secrets: whsec_ and base64 of 24 to 64 bytes');
  return texts;
}
