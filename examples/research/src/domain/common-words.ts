/** Function words and filler words of questions, which name no topic. */
export const EMPTY_WORDS = `more most much other only question tell a about actually again all already also am an and any anyone anything are aren
  as at be been before being but by can cannot could d did didn do does doesn doing don done e for from further get gets getting go goes going got
  had has have having he hello her here hers hey hi him his how however i if in into is isn it its itself just know let like ll long m many may me
  might must my no nor not now of ok okay on one or our ours out per please quite rather re really s said say says shall she should show since so
  some somebody someone something still such sure t tell than thank thanks that the their theirs them then there these they thing things this those
  through thus to together too until up upon us ve very was wasn we well were what when where whether which while who whom whose why will wish with
  within without won wonder wondering would yes yet you your yours`;

/** Words that ask for a kind of answer, such as an amount or a date, and name no topic. */
export const ASKING_WORDS = `able accurate age allow allowed amount available become becomes big call called case clock cold count date day deadline
  days deep default depth describe difference different distance early each enough exact exactly example explain fast few first function happen
  happened happens heavy height high hot hour hours huge kind large last late latest least length less level little low main maximum mean means
  measure measured method minimum minute minutes month months near nearest new next number often old option part people permit permitted person
  place point possible quick reason right same several share short size slow small special speed state strong sum supposed tall temperature term
  thick time times total type usual usually value way ways weight wide word work working works worth year years young`;

/** Common words, which a document often says in other words. They are part of a topic, but weigh less than the others. */
export const COMMON_WORDS = `accept apply arrive bring buy call carry cause change come contain deal do end expect find finish give given handle
  help include keep leave look make meant need offer pass problem provide put see set sort start stay stop support take treat try turn use visit
  want application box kind library mistake module package problem program software tool user`;

/** Words that choose one of several things by their order. They name no topic, but another one of the things is a wrong answer. */
export const ORDER_WORDS = "current earliest first last latest newest next oldest previous recent";

/** Forms of irregular words, which a stemmer does not join. The first word of a group stands for the others. */
export const IRREGULAR_FORMS = `become became, begin began begun, break broke broken, bring brought, build built, burn burnt, buy bought, catch
  caught, child children, choose chose chosen choice, decide decision, come came, draw drew drawn, drink drank drunk, drive drove driven, eat ate
  eaten, fall fell fallen, feed fed, find found, fly flew flown flight, foot feet, forget forgot forgotten, give gave given gift, grow grew grown
  growth, hear heard, hide hid hidden, hold held, keep kept, lead led, leave left, lend lent, lose lost loss, man men, meet met, pay paid, ride rode
  ridden, rise rose risen, run ran, see saw seen, sell sold sale, send sent, sleep slept, spend spent, stand stood, strike struck, swim swam swum,
  take took taken, teach taught, throw threw thrown, wear wore worn, win won, woman women, write wrote written`;

/** Groups of words that people use for each other, or for one topic. A question with one of them also searches for the others. */
export const RELATED_WORDS = `leave depart departure sail sailing, arrive arrival return back, cost price fee charge fare ticket expensive cheap,
  money fund funding grant budget income, pay payment cash card bill, bring take carry pack, buy purchase order, rent hire borrow lend loan, begin
  start launch opening, end finish stop close, cancel abort stop kill interrupt, permit allow forbid prohibit ban welcome, live reside resident
  inhabitant, stay overnight accommodation lodging guest visit, sleep bed bedroom room, bed linen sheet blanket, eat food meal dinner lunch
  breakfast cook, drink alcohol beer wine, vegetarian vegan veggie, job work employ employee staff, boss manager head chief director chair leader,
  doctor physician medical clinic hospital, ill sick illness disease medicine, phone telephone mobile call, internet wifi online network wireless,
  mail email, car vehicle van, drive driver driving license, bike bicycle cycle, dog pet, child kid, trip journey travel tour, harbor harbour port,
  boat ship vessel, repair fix mend maintenance service, fail failure break damage fault error crash, remove delete drop erase discard, add insert
  append, change modify edit update alter replace, make create build generate, show display print view, send transmit transfer deliver, receive
  obtain fetch, store save keep persist, check validate verify test inspect, limit maximum restrict, throw raise, option setting configure
  configuration parameter, install installation setup, run execute execution, pause wait delay, function method, search find lookup, choose select
  pick, join combine merge concatenate, split divide separate, convert transform parse, copy clone duplicate, toilet bathroom restroom, wash laundry
  clean, stairs step staircase, photo photograph picture image, shop store supermarket, rain rainfall precipitation, author write, disabled
  wheelchair accessible accessibility, parallel concurrent concurrency simultaneous, retry repeat again, decompress unzip unpack extract, need
  require requirement, help support, record log trace, blank empty, smallest minimum min least below, largest biggest highest maximum max, typo
  misspell fuzzy tolerance, off disable deactivate without, export expose offer provide, mistake invalid wrong incorrect, zone timezone, unit
  seconds milliseconds, check verify validation, look search read, ignore skip exclude omit, chat conversation dialog, server process machine,
  browser page website, crash die kill, forget delete, shrink prune compact small, see inspect watch`;
