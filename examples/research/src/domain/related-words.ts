import { stem } from "./words.ts";

// cspell:ignore licence lift told

/** Groups of words that people use for the same thing in questions, one group per line. */
const MEANINGS = `
allow permit permission forbid forbidden prohibit ban banned
alcohol beer wine drink drunk
apartment flat house home building
apply application eligible qualify applicant
arrive arrival come came
attach enclose
baby infant child
bag luggage suitcase
begin start commence began begun
bicycle bike cycling
big large great
bird seabird
boss manager head chief director chair chairs
break fail crash broken broke defect fault wrong
bring carry take transport bought
build built construct construction builder
buy sell sold purchase bought
call telephone phone mobile
cancel abort revoke
car van lift vehicle ride taxi
change alter modify edit
cheap discount reduction
check verify inspect control
child children kid school
choose chosen pick select choice
city town village place
clean wipe wash rinse swept
close closed shut
cold frost freeze
collect gather
computer laptop pc
contain include hold
cook cooking kitchen chef
cost price fee charge expensive cheap pay paid
country nation
create make made built
cure heal remedy
customer client guest visitor
danger dangerous hazard risk trapped
dead died die death
decide decision
delete remove drop erase purge
deliver hand submit send
dinner supper meal
doctor physician
documentation manual docs
drive driven driver steer
eat food meal serve serves
email mail
employee staff worker
end stop finish ends
enough sufficient
error failure fault mistake
evening night
example sample
faq question
father mother parent
fast quick speed
fewer less decrease fall fell drop
find found search locate
fire burn burnt flame
fix repair mend correct
flat level
flu influenza
follow obey
forget forgot
free gratis
garbage waste rubbish trash
get receive obtain fetch
give gave given
grow grew grown increase rise rose
hear heard listen
helicopter plane aircraft flight
help assist support
high height tall
holiday vacation leave
hotel hostel guesthouse accommodation
hurt injure injury wound
illness disease sick ill influenza
install put replaced set
internet network wifi wireless satellite
job work post
journey trip travel crossing
keep kept store save
key code password
kill stop terminate
knock hit
know knew known
language tongue
lead leads led
learn teach introduction course training
leave left leaves depart vacate empty
letter reference recommendation
lift elevator
limit maximum max most budget quota allowance
live lived resident residents inhabitant
lodge stay sleep slept overnight
look see view show
lose lost
lunch noon
machine device instrument engine
mail post
marry wedding
measure gauge sensor
meet met meeting
medicine drug pill
member fellow
mistake bug defect
money fund funding budget finance
month monthly
must required obligatory necessary mandatory
name title
newspaper press
office desk
old age older
order sequence
pack bring luggage
park garage
path road route way trail
permit licence license permission
person people human somebody
photograph photo picture image
program application app software
publish appear appeared publication paper
quiet silent silence
rain rainfall precipitation wet
reason cause because due
refuse reject decline
rent hire lend borrow rented
repeat again replay
replace exchange replacement
reserve book booking booked
retire resign quit
retry attempt try tried
return back
ring band
ruin destroy
rule law regulation
run ran execute
safe safety secure
salary wage pay earn income
say said tell told
sea ocean
sell shop store
send sent transmit go
sentence phrase
ship boat vessel ferry
show demonstrate introduction
sick nausea
sleep bed bedroom
small little tiny
smoke cigarette
snow ice
speak spoke talk
split separate
stay remain accommodation
street road
student pupil
study paper research
swim bath
swimming pool
task duty job
teach taught teacher instruct
test try
throw thrown raise
ticket fare
toilet bathroom
tool function
tour visit trip guided
tree forest wood
twice two second
wait waiting
walk foot hike
war battle
warm heat heating hot
wash laundry
watch look
wear worn
website page web
wet water sea damp
win won winner
wood timber
write wrote written writes writer
year annual yearly`;

const RELATED: ReadonlyMap<string, ReadonlySet<string>> = MEANINGS.trim()
  .split("\n")
  .map((line) => line.split(" ").map((word) => stem(word)))
  .reduce((related, group) => {
    for (const word of group) related.set(word, new Set([...(related.get(word) ?? []), ...group]));
    return related;
  }, new Map<string, Set<string>>());

/** Returns the stems with about the same meaning, including the stem itself. */
export const relatedTo = (term: string): ReadonlySet<string> => RELATED.get(term) ?? new Set([term]);

/** Similarity of the closest stem of a text to a term: 1 for the same stem, less for an inflection or a related word, or 0. */
export function similarity(stems: ReadonlySet<string>, term: string, relatedWord = RELATED_WORD): number {
  if (stems.has(term)) return 1;
  for (const other of stems) if (areInflections(term, other)) return INFLECTION;
  for (const other of relatedTo(term)) if (stems.has(other)) return relatedWord;
  return 0;
}

const INFLECTION = 0.95;
const RELATED_WORD = 0.8;

const ENDINGS = new Set(
  "a aci age al anc ant ar at ative en enc ent eri er ful hood i ic iti iv less or ous ship t ti ur".split(" "),
);

/** Returns true for two stems of the same word that the stemmer did not unify, such as "recover" and "recoveri". */
export function areInflections(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4) return false;
  if (long.startsWith(short)) return ENDINGS.has(long.slice(short.length));
  // Examples: "accurat" and "accuraci", "accessibl" and "accessibiliti".
  const prefixLength = Math.max(6, short.length - 2);
  return short.length >= 7 && long.length - short.length <= 4 && long.startsWith(short.slice(0, prefixLength));
}
