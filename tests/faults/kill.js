// An officer at work until the browser dies: drafts, seals and sends without end; `told(what, value)` says how far it is.

async ({ seed, person, jpeg }) => {
  const { chanceOf, record, drained, later, m } = globalThis.plans;
  const { drafts } = await m("drafts");
  const chance = chanceOf(seed);
  const typing = await drafts.open("field_note");
  await typing.save({ words: `kept ${seed}` });
  await told("draft", { id: typing.id, words: `kept ${seed}` });
  (async () => {
    for (;;) {
      await later();
      await drained();
      await told("drained", 0);
    }
  })();
  for (let n = 0; ; n++) {
    const words = `${seed} ${n}`;
    await told("begins", words);
    await told("sealed", await record({ chance, words, photos: chance.below(3), person, sizes: [40, 5000, 20_000], jpeg }));
  }
}
