import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wrapLine, readComponents } from "../../src/calendar/ics-lines.ts";

const wrap = (...lines: readonly string[]): string => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const lineOf = (...lines: readonly string[]) => {
  const components = readComponents(wrap(...lines));
  return "problem" in components ? components : components[0]?.lines[0];
};

describe("readComponents", () => {
  test("reads names, parameters and values", () => {
    expect(lineOf('attendee;cn="Lund; Emma, of: Vejle";PARTSTAT=ACCEPTED:mailto:emma@lund.example')).toEqual({
      name: "ATTENDEE",
      options: { CN: "Lund; Emma, of: Vejle", PARTSTAT: "ACCEPTED" },
      value: "mailto:emma@lund.example",
    });
  });

  test.each([
    ["a space", "SUMMARY:Soc\r\n cer"],
    ["a tab", "SUMMARY:Soc\r\n\tcer"],
    ["many breaks", "SUMM\r\n ARY:S\r\n o\r\n c\r\n cer"],
  ])("joins lines wrapped with %s", (_, text) => {
    expect(lineOf(text)).toMatchObject({ name: "SUMMARY", value: "Soccer" });
  });

  test.each(["\r\n", "\n", "\r"])("reads lines that end with %j, also after a byte order mark", (ending) => {
    expect(
      readComponents(`\uFEFF${wrap("SUMMARY:Soccer").replaceAll("\r\n", ending)}${ending}${ending}`),
    ).toMatchObject([{ name: "VCALENDAR", lines: [{ value: "Soccer" }] }]);
  });

  test("keeps components inside one another", () => {
    expect(
      readComponents(wrap("BEGIN:VEVENT", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM", "END:VEVENT")),
    ).toMatchObject([{ lines: [], components: [{ name: "VEVENT", lines: [], components: [{ name: "VALARM" }] }] }]);
  });

  test.each([
    ["it ends within its VCALENDAR", "BEGIN:VCALENDAR\nVERSION:2.0"],
    ["it ends within its VEVENT", "BEGIN:VCALENDAR\nBEGIN:VEVENT"],
    ["line 2 ends VEVENT, which was not started", "BEGIN:VCALENDAR\nEND:VEVENT"],
    ["line 1 is not a calendar line", "Dear diary"],
    ["line 1 is outside a calendar", "VERSION:2.0"],
    ["line 3 is not a calendar line", wrap("BEGIN:VEVENT", "SUMMARY")],
    ["nests components too deep", "BEGIN:VCALENDAR\n".repeat(50)],
  ])("says that %s", (problem, text) => {
    const found = readComponents(text);
    expect("problem" in found ? found.problem : "none").toContain(problem);
  });

  test("takes time in proportion to hostile input", () => {
    const before = process.cpuUsage();
    readComponents("BEGIN:VCALENDAR\n" + "BEGIN:VEVENT\nEND:VEVENT\n".repeat(50_000));
    readComponents(`X${";A=B".repeat(100_000)}`);
    readComponents(`X;A=${'"'.repeat(100_000)}`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  });
});

describe("wrapLine", () => {
  test("no line is longer than 75 octets, and joining restores the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "é", "→", "🎉"), maxLength: 400 }), (text) => {
        const wrapped = wrapLine(`SUMMARY:${text}`);
        const lines = wrapped.slice(0, -2).split("\r\n");
        expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
        expect(lines.every((line) => !line.includes("\uFFFD"))).toBe(true);
        expect(wrapped).toBe(`${lines.join("\r\n")}\r\n`);
        expect(wrapped.replaceAll("\r\n ", "")).toBe(`SUMMARY:${text}\r\n`);
      }),
    );
  });
});
