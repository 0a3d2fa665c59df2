/** Function words and filler words of questions, which name no topic. */
export const EMPTY_WORDS = `more most much other only question tell a about actually again all already also am an and any anyone anything are aren as at be been before being but by can cannot
  could d did didn do does doesn doing don done e for from further get gets getting go goes going got had has have having he
  hello her here hers hey hi him his how however i if in into is isn it its itself just know let like ll long m many may me
  might must my no nor not now of ok okay on one or our ours out per please quite rather re really s said say says shall she
  should show since so some somebody someone something still such sure t tell than thank thanks that the their theirs them then
  there these they thing things this those through thus to together too until up upon us ve very was wasn we well were what
  when where whether which while who whom whose why will wish with within without won wonder wondering would yes yet you your
  yours`;

/** Words that ask for a kind of answer, such as an amount or a date, and name no topic. */
export const ASKING_WORDS = `able accurate age allow allowed amount available become becomes big call called case clock cold count date day deadline
  days deep default depth describe difference different distance early each enough exact exactly example explain fast few first function happen happened
  happens heavy height high hot hour hours huge kind large last late latest least length less level little low main maximum mean means measure
  measured method minimum minute minutes month months near nearest new next number often old option part people permit permitted person place
  point possible quick reason right same several share short size slow small special speed state strong sum supposed tall temperature
  term thick time times total type usual usually value way ways weight wide word work working works worth year years young`;

/** Words that choose one of several things by their order. They name no topic, but another one of the things is a wrong answer. */
export const ORDER_WORDS = "current earliest first last latest newest next oldest previous recent";
