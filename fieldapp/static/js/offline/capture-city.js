// Which city a record is for: the tag's, else the one that the position lies in, else as chosen; always said large, and
// sealed with how it was chosen. Where tag or position say another city than the officer, that is said and sealed too.

const WHY = { tag: "By the tag.", position: "By the position.", chosen: "" };

export class City {
  constructor(form) {
    this.form = form;
    this.cities = JSON.parse(form.dataset.cities || "{}"); // all that are served: {id: {name, area: [degrees] or null}}
    this.radios = [...form.querySelectorAll("[name=city]")];
    this.place = form.querySelector("[data-city]");
    this.tag = "";
    this.near = [];
    this.byHand = false;
    for (const radio of this.radios) {
      radio.addEventListener("change", () => {
        this.byHand = true;
        this.settle();
      });
    }
  }

  /** Only the cities of the officer can be chosen; `first` is the one whose hat is worn. */
  only(cities, first) {
    for (const radio of this.radios) {
      radio.disabled = !cities.includes(radio.value);
      radio.closest("label").hidden = radio.disabled;
    }
    if (!this.chosen) this.check(first);
    this.settle();
  }

  /** The tag belongs to this city, which may be one that the officer cannot choose: that is then said. */
  ofTag(city) {
    this.tag = city in this.cities ? city : "";
    if (this.open(city) && !this.byHand) this.check(city);
    this.settle();
  }

  /** The phone is at this position, in degrees. */
  at(latitude, longitude) {
    const inside = ([south, west, north, east]) => south <= latitude && latitude <= north && west <= longitude && longitude <= east;
    this.near = Object.keys(this.cities).filter((city) => this.cities[city].area && inside(this.cities[city].area));
    const own = this.near.filter((city) => this.open(city));
    if (own.length === 1 && !this.byHand && !this.open(this.tag)) this.check(own[0]);
    this.settle();
  }

  /** What a draft says stays as it was decided. */
  restored() {
    if (this.form.elements.city_by.value === "tag") this.tag = this.chosen;
    this.byHand = true;
    this.say();
  }

  get chosen() {
    return this.radios.find((radio) => radio.checked && !radio.disabled)?.value ?? "";
  }

  /** What is missing of it, as missingOf() says it of the other fields. */
  missing() {
    return this.chosen ? [] : [{ control: this.radios.find((radio) => !radio.disabled) ?? this.radios[0], words: "Choose the city." }];
  }

  open(city) {
    return this.radios.some((radio) => radio.value === city && !radio.disabled);
  }

  check(city) {
    for (const radio of this.radios) radio.checked = radio.value === city && !radio.disabled;
  }

  settle() {
    const { city_by: by, city_differs: differs } = this.form.elements;
    by.value = this.tag === this.chosen && this.tag ? "tag" : this.near.includes(this.chosen) ? "position" : "chosen";
    differs.value = this.differs();
    this.say();
  }

  differs() {
    const said = [];
    if (this.tag && this.tag !== this.chosen) said.push(`The tag is of ${this.name(this.tag)}.`);
    if (this.near.length && !this.near.includes(this.chosen)) {
      said.push(`The position lies in ${this.near.map((city) => this.name(city)).join(" or ")}.`);
    }
    return said.join(" ");
  }

  name(city) {
    return this.cities[city]?.name ?? city;
  }

  say() {
    const { city_by: by, city_differs: differs } = this.form.elements;
    const told = this.place.querySelector("[data-city-differs]");
    this.place.querySelector("[data-city-why]").textContent = WHY[by.value] ?? "";
    told.hidden = !differs.value;
    told.textContent = differs.value && `${differs.value} This record is for ${this.name(this.chosen)}.`;
  }
}
