import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Announcements, Subscriptions } from "../../application.ts";

/** Subscriptions that belong to the suite, and the announcements that reach them. */
export interface SubscriptionsUnderTest extends AsyncDisposable {
  readonly subscriptions: Subscriptions;
  readonly announcements: Announcements;
}

/** What every `Subscriptions` promises. */
export function subscriptionsContract(name: string, open: () => Promise<SubscriptionsUnderTest>): void {
  describe(`subscriptions ${name}`, () => {
    let underTest: SubscriptionsUnderTest;
    beforeAll(async () => {
      underTest = await open();
    });
    afterAll(() => underTest[Symbol.asyncDispose]());

    test("a change is heard from the call on, not from the first read", async () => {
      const job = someJob();
      await using changes = underTest.subscriptions.jobChanges(job.id);
      await underTest.announcements.jobChanged(job);
      expect(await changes.next()).toMatchObject({ done: false });
    });

    test("a change wakes who is waiting for it", async () => {
      const job = someJob();
      await using changes = underTest.subscriptions.jobChanges(job.id);
      const next = changes.next();
      await underTest.announcements.jobChanged(job);
      expect(await next).toMatchObject({ done: false });
    });

    test("several changes before a read are one", async () => {
      const [job, later] = [someJob(), someJob()];
      await using changes = underTest.subscriptions.jobChanges(job.id);
      await using end = underTest.subscriptions.jobChanges(later.id);
      for (const announced of [job, job, job, later]) await underTest.announcements.jobChanged(announced);
      await end.next();
      await changes.next();
      const second = changes.next();
      await changes.return?.();
      expect(await second).toMatchObject({ done: true });
    });

    test("an organization hears which of its jobs changed, each once, and of no other's", async () => {
      const organizationId = randomUUID();
      const [first, second] = [someJob(organizationId), someJob(organizationId)];
      await using changes = underTest.subscriptions.organizationJobChanges(organizationId);
      await using end = underTest.subscriptions.jobChanges(second.id);
      for (const job of [someJob(), first, first, second]) await underTest.announcements.jobChanged(job);
      await end.next();
      expect([await changes.next(), await changes.next()]).toMatchObject([
        { value: first.id },
        { value: second.id },
      ]);
    });

    test("an organization hears which of its jobs were deleted, and of no other's", async () => {
      const job = someJob();
      await using deletions = underTest.subscriptions.organizationJobDeletions(job.organizationId);
      for (const deleted of [someJob(), job]) await underTest.announcements.jobDeleted(deleted);
      expect(await deletions.next()).toMatchObject({ value: job.id });
    });

    otherRules(() => underTest);

    test("each of several listeners hears a change", async () => {
      const job = someJob();
      await using one = underTest.subscriptions.jobChanges(job.id);
      await using other = underTest.subscriptions.jobChanges(job.id);
      await underTest.announcements.jobChanged(job);
      const heard = await Promise.all([one.next(), other.next()]);
      expect(heard).toMatchObject([{ done: false }, { done: false }]);
    });
  });
}

function someJob(organizationId: string = randomUUID()): { id: string; organizationId: string } {
  return { id: randomUUID(), organizationId };
}

function otherRules(opened: () => SubscriptionsUnderTest): void {
  test("disposing ends the reading", async () => {
    const changes = opened().subscriptions.jobChanges(randomUUID());
    const waiting = changes.next();
    await changes[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ done: true });
    expect(await changes.next()).toMatchObject({ done: true });
  });

  test("a notice wakes whom it is for, and nobody else", async () => {
    const [reader, other] = [randomUUID(), randomUUID()];
    await using arrivals = opened().subscriptions.noticeArrivals(reader);
    await using others = opened().subscriptions.noticeArrivals(other);
    await opened().announcements.noticeArrived({ userId: reader });
    expect(await arrivals.next()).toMatchObject({ done: false });
    const second = others.next();
    await others.return?.();
    expect(await second).toMatchObject({ done: true });
  });

  test("a change of a run wakes those who follow it, and nobody else", async () => {
    const [followed, other] = [randomUUID(), randomUUID()];
    await using changes = opened().subscriptions.runChanges(followed);
    await using others = opened().subscriptions.runChanges(other);
    await opened().announcements.runChanged({ id: followed });
    expect(await changes.next()).toMatchObject({ done: false });
    const second = others.next();
    await others.return?.();
    expect(await second).toMatchObject({ done: true });
  });
}
