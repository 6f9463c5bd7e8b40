// Honest groups of the extended populations: shared accounts, private relays, families with a tablet, fleets, carriers, trips.
import type { ExtendedMix, PopulationMix } from './logins-parameters.ts';
import {
  type Browser,
  localeFor,
  machineFor,
  newBrowser,
  newPerson,
  type Person,
  type Place,
  type Population,
} from './logins-people.ts';
import { addressIn, type Machine, makeMachine, makeProvider } from './logins-world.ts';
import type { Random } from './random.ts';

interface Builder {
  random: Random;
  mix: PopulationMix;
  extended: ExtendedMix;
  population: Population;
}

/** Adds a person whose visits all come from `place`. */
function member(
  { random, mix, population }: Builder,
  place: (person: Person) => (day: number) => Place | null,
): Person {
  const person = newPerson(random, mix, `user_${population.people.length}`, population);
  person.joinedDay = 0;
  person.place = place(person);
  population.people.push(person);
  return person;
}

function browserWith(random: Random, machine: Machine): Browser {
  return { machine, id: random.hex(32), storage: 'stable', privacyTools: false, firstDay: 0 };
}

/** One account, used by two or three households with their own providers, each with one or two browsers. */
function sharedAccount(builder: Builder): void {
  const { random, mix, population } = builder;
  const locale = localeFor(random, mix);
  const households = Array.from({ length: 2 + random.integer(2) }, () => ({
    address: addressIn(random, random.pick(population.homes)),
    mobile: random.pick(population.mobiles),
    browsers: Array.from({ length: 1 + random.integer(2) }, () => newBrowser(random, locale, 0, mix)),
  }));
  const person = member(builder, () => () => {
    const { address, mobile, browsers } = random.pick(households);
    return {
      browser: random.pick(browsers),
      address: random.chance(0.15) ? addressIn(random, mobile) : address,
      scenario: 'benign_account_sharing',
    };
  });
  person.rate = 0.5 + random.exponential(0.5);
}

/** iPhones that have an address of a few egress networks, a different one on every visit. */
function privateRelays(builder: Builder): void {
  const { random, mix, extended } = builder;
  const egress = makeProvider(random, 4 + random.integer(3), false);
  for (let i = 0; i < extended.relay; i += 1) {
    const phone = browserWith(random, machineFor(random, mix, localeFor(random, mix), 'iphone'));
    member(builder, () => () => ({
      browser: phone,
      address: addressIn(random, egress),
      scenario: 'benign_private_relay',
    }));
  }
}

/** One tablet for two to four accounts of a family whose members also have their own phones. */
function familyTablet(builder: Builder): void {
  const { random, mix, population } = builder;
  const locale = localeFor(random, mix);
  const address = addressIn(random, random.pick(population.homes));
  const mobile = random.pick(population.mobiles);
  const tablet = browserWith(random, { ...machineFor(random, mix, locale, 'android'), screen: [800, 1280, 2] });
  for (let i = 0; i < 2 + random.integer(3); i += 1) {
    const own = newBrowser(random, locale, 0, mix);
    member(builder, () => () => {
      const onTablet = random.chance(0.5);
      return {
        browser: onTablet ? tablet : own,
        address: !onTablet && random.chance(0.3) ? addressIn(random, mobile) : address,
        scenario: 'benign_family_tablet',
      };
    });
  }
}

/** Identical laptops with managed updates behind one address, sometimes at home. */
function fleet(builder: Builder): void {
  const { random, mix, extended, population } = builder;
  const laptop = { ...machineFor(random, mix, localeFor(random, mix), 'windows'), browser: 'edge' as const };
  const office = addressIn(random, makeProvider(random, 1, false));
  for (let i = 0; i < extended.fleet; i += 1) {
    const own = browserWith(random, laptop);
    const home = addressIn(random, random.pick(population.homes));
    member(builder, () => () => ({
      browser: own,
      address: random.chance(0.75) ? office : home,
      scenario: 'benign_fleet',
    }));
  }
}

/** Phones of a few models behind three or four addresses of a carrier. */
function carrierPhones(builder: Builder): void {
  const { random, mix, extended } = builder;
  const carrier = makeProvider(random, 2, false);
  const addresses = Array.from({ length: 3 + random.integer(2) }, () => addressIn(random, carrier));
  const models = Array.from({ length: 5 }, () =>
    makeMachine(random, localeFor(random, mix), random.chance(extended.iphones) ? 'iphone' : 'android'),
  );
  for (let i = 0; i < extended.carrier; i += 1) {
    const phone = browserWith(random, { ...random.pick(models), locale: localeFor(random, mix) });
    member(builder, () => () => ({
      browser: phone,
      address: random.pick(addresses),
      scenario: 'benign_carrier_cgnat',
    }));
  }
}

/** A trip of three to eight days: a foreign provider, with the person's own device or a phone bought on the way. */
function trip({ random, mix, extended }: Builder, person: Person): void {
  const from = Math.max(1, mix.warmupDays - 4) + random.integer(mix.days - mix.warmupDays);
  const to = from + 3 + random.integer(6);
  const abroad = makeProvider(random, 2, false);
  const hotels = Array.from({ length: 1 + random.integer(3) }, () => addressIn(random, abroad));
  const bought = random.chance(extended.travelNewPhone)
    ? browserWith(
        random,
        machineFor(random, mix, person.locale, random.chance(extended.iphones) ? 'iphone' : 'android'),
      )
    : null;
  person.place = (day) => {
    if (day < from || day > to) return null;
    if (bought !== null && day > from && !person.browsers.includes(bought)) {
      bought.firstDay = day;
      person.browsers = [bought, ...person.browsers.slice(1)];
    }
    const browser = bought !== null && person.browsers.includes(bought) ? bought : random.pick(person.browsers);
    return {
      browser,
      address: random.chance(0.7) ? random.pick(hotels) : addressIn(random, abroad),
      scenario: browser === bought ? 'benign_travel_new_phone' : 'benign_travel_own_device',
    };
  };
}

/** Adds the groups to a population and sends some of its people on trips. */
export function addGroups(random: Random, mix: PopulationMix, extended: ExtendedMix, population: Population): void {
  const builder = { random, mix, extended, population };
  for (const person of population.people) if (random.chance(extended.travel)) trip(builder, person);
  for (let i = 0; i < extended.sharing; i += 1) sharedAccount(builder);
  for (let i = 0; i < extended.tablets; i += 1) familyTablet(builder);
  privateRelays(builder);
  fleet(builder);
  carrierPhones(builder);
}
