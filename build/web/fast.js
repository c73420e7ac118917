// The fast path (placeholder until the snapshot exists).

export class Unfit extends Error {}

export async function startFast() {
  throw new Unfit("this build has no snapshot");
}
