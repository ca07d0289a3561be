/**
 * Wrong uses of the types that openapi-typescript makes of openapi.json. None of them compiles: the
 * compiler complains about each line below an `@ts-expect-error`, and about such a comment above a
 * line that is right.
 */

import createClient from "openapi-fetch";
import type { components, operations, paths, webhooks } from "./api.js";

type Schemas = components["schemas"];

const params = { path: { game_id: "" }, header: { "Idempotency-Key": "" } };
const client = createClient<paths>();

// An action has a known type, and the members of that type only.
const sow: Schemas["Action"] = { type: "sow", card: "5Wi", field: "SW" };
// @ts-expect-error
const fly: Schemas["Action"] = { type: "fly" };
// @ts-expect-error
const nowhere: Schemas["Action"] = { type: "sow", card: "5Wi" };
// @ts-expect-error
const taking: Schemas["Action"] = { type: "sow", card: "5Wi", field: "SW", take: ["5Su"] };

// So it is where one is sent.
const acting: Schemas["ActionsRequest"] = { expected_version: 9, action: sow };
// @ts-expect-error
const flying: Schemas["ActionsRequest"] = { expected_version: 9, action: { type: "fly" } };
// @ts-expect-error
const flyingTwice: Schemas["ActionsRequest"] = { expected_version: 9, actions: [{ type: "fly" }] };
// @ts-expect-error
const tryingToFly: Schemas["TrialRequest"] = { action: { type: "fly" } };
// @ts-expect-error
client.POST("/api/v1/games/{game_id}/actions", { params, body: { action: sow } });
// @ts-expect-error
client.POST("/api/v1/games/{game_id}/actions", { params: { path: params.path }, body: acting });

// A body has no members but those that are described.
const table: Schemas["TableRequest"] = { options: { mode: "beginner" }, clock: "standard" };
// @ts-expect-error
const painted: Schemas["TableRequest"] = { options: {}, colour: "red" };
// @ts-expect-error
const optioned: Schemas["TableRequest"] = { options: { colour: "red" } };
// @ts-expect-error
const timed: Schemas["TableRequest"] = { options: {}, clock: { kind: "sundial" } };
// @ts-expect-error
client.POST("/api/v1/games/{game_id}/leave", { params: { path: params.path }, body: { why: "" } });

// The type of a template tells which members it has.
function chosen(template: Schemas["MenuTemplate"]): string | undefined {
  // @ts-expect-error
  template.cards;
  // @ts-expect-error
  if (template.type === "fly") return undefined;
  if (template.type === "rake_sow") {
    // @ts-expect-error
    template.least;
    return template.card[0];
  }
  if (template.type === "discard") return template.cards[template.least];
  if (template.type === "name_season") return template.season[0];
  return undefined;
}

// Known codes can be told from slips, and a problem may have others.
const known: Schemas["KnownCode"] = "stale_version";
// @ts-expect-error
const slip: Schemas["KnownCode"] = "stale_versoin";
const problem: Schemas["Problem"]["code"] = "one_of_tomorrow";

// Headers of answers have their types.
type Headers = operations["games_list"]["responses"][200]["headers"];
const next: Headers["Link"] = "<…>; rel=\"next\"";
// @ts-expect-error
const time: Headers["Server-Time"] = 0;

// The type of a message to a webhook tells what it is about.
type Message = webhooks["message"]["post"]["requestBody"]["content"]["application/json"];
function about(message: Message): string {
  // @ts-expect-error
  message.data.game;
  if (message.type === "ping") return message.data.challenge;
  return message.type === "your_turn" ? message.data.game : message.data.url;
}

// What gives a seat up before the start is not what leaves a game.
type GivingUp = paths["/api/v1/games/{game_id}/seats/me"]["delete"];
const givingUp: GivingUp = {} as operations["seat_give_up"];
// @ts-expect-error
type Resigning = operations["game_resign"];

export { about, acting, chosen, givingUp, known, next, problem, table };
