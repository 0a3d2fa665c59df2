// cspell:ignore organise realise

/** Function words and filler words of questions, which name no topic. */
export const EMPTY_WORDS = `a about actually again all already also am an and any anyone anything are aren as at away back be been before
  being but by can cannot could d did didn do does doesn doing don done down e else ever every for from further get gets getting
  go goes going got had has have having he hello help her here hers hey hi him his how however i if in inside instead into is isn
  it its itself just know let like ll long m many may me might more most much must my need needed needs no nor not now of off ok okay
  on once one only or other our ours out outside over own per please problem quite rather re really s said say says shall she should show
  since so some somebody someone something still such sure t tell than thank thanks that the their theirs them then there these they
  thing things this those through thus to together too under until up upon us ve very want wants was wasn we well were what when where
  whether which while who whom whose why will wish with within without won wonder wondering would yes yet you your yours
  explain describe question answer information topic stuff find give good nice use used uses using`;

/** Words that ask for a kind of answer, such as an amount or a date, and name no topic. */
export const ASKING_WORDS = `able accurate age allow allowed amount available become becomes big call called case clock cold count date day deadline
  days deep default depth difference different distance early each enough exact exactly example fast few first function happen happened
  happens heavy height high hot hour hours huge kind large last late latest least length less level little low main maximum mean means measure
  measured method minimum minute minutes month months near nearest new next number often old option part people permit permitted person place
  point possible quick reason right same several share short size slow small special speed state strong sum supposed tall temperature
  term thick time times total type usual usually value way ways weight wide word work working works worth year years young`;

/** Verbs and adjectives that occur with any topic. A text may make the same statement with another one. */
export const COMMON_VERBS = `accept achieve act add affect agree appear apply arrange arrive ask attach attend avoid base bear begin
  belong break bring build buy call carry cause change charge check choose claim clean clear climb close collect combine come compare complete
  concern consider consist contain continue control cost cover create cut deal decide decrease define deliver demand depend design destroy
  detect determine develop differ discover discuss do draw drive drop earn eat enable end enter establish exist expect face fail fall feel fill
  finish fit fix follow force form gain get give go grow handle hang happen have hear help hire hit hold identify improve include increase
  indicate install intend introduce invent invite involve issue join keep kill know lack last lead learn leave let lie like limit link list listen live
  look lose love maintain make manage mark matter mean measure meet mention miss move need note notice obtain occur offer open order organise
  own pack park pass pay perform pick place plan play prepare prevent produce prove provide publish pull push put raise reach react read
  realise receive recommend record reduce refer reflect refuse regard relate release remain remember remove rent repeat replace report represent
  require reserve respond result return run save see seem sell send separate serve set share show sign sit sleep solve speak spend stand start
  state stay stop study succeed suffer suggest supply support suppose survive take talk teach tell test think throw touch train treat try turn
  understand use vary visit wait walk want warn wash wear win wish work write
  active actual available basic careful certain common complete correct current direct easy equal exact final free full general important
  independent individual interesting likely main necessary normal particular perfect previous proper public real recent regular relevant
  responsible safe serious significant similar simple single specific successful sudden total true typical unique urgent useful various
  visible whole wonderful wrong`;
