import { stem } from "./words.ts";

/** Everyday words that people use for one another when they ask; each line is one meaning. */
const MEANINGS = `
allow permit may let permission allowed permitted forbid forbidden
begin start commence begun began
big large great
boss manager head chief director
break fail crash broken break breaks broke
bring carry take along transport
build built construct construction builder
buy sell sold purchase bought
cancel cancelled annul
cat cats kitten
change alter modify edit
check verify inspect control
choose chosen pick select choice
clean wipe wash rinse
close closed shut
cost price fee charge expensive cheap pay paid
create make made
cure heal remedy
customer client guest visitor
danger dangerous hazard risk
dead died die death
delete remove drop erase
doctor physician
drive driven driver steer
eat food meal
employee staff worker
end stop finish ends
error failure fault mistake
evening night
example sample
fast quick speed
fewer less decrease fall fell drop
fix repair mend
forbid forbidden prohibit ban banned
get receive obtain
give gave given hand
grow grew grown increase rise rose
hear heard listen
help assist support
house building
hurt injure injury wound
illness disease sick ill influenza
job work post
keep kept store save
know knew known
lead leads led
leave left leaves depart
limit maximum max most
live lives lived
look see view show
lose lost
mail email
meet met meeting
money fund crowns dollars euros budget
must required obligatory need necessary
name called
new newer
old age older
pass hand transfer
person people human somebody guests visitors members
phone telephone call mobile
photograph photo picture image
program application app
quick fast
quiet silent
reason cause because due
refuse reject decline
repair mend fix
replace exchange replacement
rent hire lend
replay repeat
road path way route
rule law
run ran execute
salary wage pay
say said tell told
sea ocean
sentence phrase
ship boat vessel ferry
sleep bed bedroom overnight
small little
snow ice
speak spoke talk
stay remain
street road
teach taught teacher instruct
teacher instructor
test try
throw thrown raise
toilet bathroom
tool function
tour visit trip
travel journey trip
twice two second
wait waiting
walk foot hike
wash laundry
wear worn
win won winner
write wrote written writes writer
wrong incorrect invalid
year annual yearly`;

const RELATED: ReadonlyMap<string, ReadonlySet<string>> = MEANINGS.trim()
  .split("\n")
  .map((line) => line.split(" ").map((word) => stem(word)))
  .reduce((all, group) => {
    for (const word of group) all.set(word, new Set([...(all.get(word) ?? []), ...group]));
    return all;
  }, new Map<string, Set<string>>());

/** Gives the stems that mean about what this one means; it is among them. */
export const relatedTo = (term: string): ReadonlySet<string> => RELATED.get(term) ?? new Set([term]);

/** How well a text with these stems speaks of what this stem names: 1 in this form or one near it, less in a related word. */
export function likeness(found: ReadonlySet<string>, term: string): number {
  if (found.has(term)) return 1;
  for (const other of found) if (areForms(term, other)) return FORM;
  for (const other of relatedTo(term)) if (found.has(other)) return RELATED_WORD;
  return 0;
}

const FORM = 0.95;
const RELATED_WORD = 0.8;

/** Whether two stems are forms of one word that the stemmer left apart, like "recover" and "recoveri". */
export function areForms(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const longer = Math.max(one.length, other.length);
  if (shorter < 4 || longer - shorter > 3 || /\P{L}/u.test(one + other)) return false;
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same === shorter ? longer - shorter <= 3 && shorter >= 5 : same >= 6 && shorter - same <= 2;
}
