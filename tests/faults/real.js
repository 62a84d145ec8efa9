// One run against the server itself: ({seed, person, jpeg}) => {made, held}; the reckoning is with the server's own rows.

async ({ seed, person, jpeg }) => {
  const { chanceOf, record, drained, later, torn, held } = globalThis.plans;
  const chance = chanceOf(seed);
  const made = [];
  const records = 2 + chance.below(3);
  for (let n = 0; n < records; n++) {
    const parents = made.length && chance() < 0.3 ? [made[0].id] : [];
    const large = chance() < 0.05 ? [300_000] : [40, 5000, 20_000];
    const photos = n === 0 ? 1 + chance.below(2) : chance.one([0, 1, 2]);
    made.push(await record({ chance, words: `${seed} ${n}`, photos, parents, person, sizes: large, jpeg }));
    if (chance() < 0.4) await drained();
  }
  for (let n = chance.below(2); n >= 0; n--) {
    await later();
    await drained();
  }
  return { made, wrong: await torn(), held: await held() };
}
