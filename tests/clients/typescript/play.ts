/**
 * Two people log in, sit down and play a game of beginners to its end, through a client that
 * openapi-typescript made of openapi.json: whatever is sent and read here has the types it says.
 *
 * Reads where the server is and who plays from standard input, and prints how the game ended.
 */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Action = components["schemas"]["Action"];
type Client = ReturnType<typeof createClient<paths>>;
type Task = { url: string; people: { email: string; password: string }[] };

async function logIn(url: string, person: { email: string; password: string }): Promise<Client> {
  const client = createClient<paths>({ baseUrl: url });
  const { data } = await client.POST("/_allauth/app/v1/auth/login", { body: person });
  const token = data?.meta.session_token;
  if (!token) throw new Error(`${person.email} cannot log in`);
  client.use({
    onRequest({ request }) {
      request.headers.set("X-Session-Token", token);
    },
  });
  return client;
}

/** Return what a request was answered with, or throw the problem that it was refused with. */
function accepted<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** Take as much as possible, so that the game does not last. */
function choose(actions: Action[]): Action {
  const gain = (action: Action) => (action.type === "harvest" ? action.take.length : 0);
  const best = Math.max(...actions.map(gain));
  const choices = actions.filter((action) => gain(action) === best);
  const choice = choices[Math.floor(Math.random() * choices.length)];
  if (!choice) throw new Error("There is nothing to choose from.");
  return choice;
}

/** Send an action; with a version that is not the game's the refusal must tell the right one. */
async function submit(client: Client, game_id: string, version: number, action: Action) {
  const send = (expected_version: number) =>
    client.POST("/api/v1/games/{game_id}/actions", {
      params: { path: { game_id }, header: { "Idempotency-Key": randomUUID() } },
      body: { expected_version, action },
    });
  const stale = await send(version - 1);
  if (stale.error?.code !== "stale_version" || stale.error.current_version !== version) {
    throw new Error(`A stale version was answered with ${JSON.stringify(stale)}`);
  }
  return accepted(await send(version));
}

const { url, people }: Task = JSON.parse(readFileSync(0, "utf8"));
const clients = await Promise.all(people.map((person) => logIn(url, person)));
const [host, ...guests] = clients;
if (!host) throw new Error("Nobody plays.");

const table = accepted(
  await host.POST("/api/v1/games", {
    body: {
      options: { mode: "beginner", players: clients.length, target_score: 1 },
      visibility: "link",
    },
  }),
);
const path = { game_id: table.id };
for (const guest of guests) {
  accepted(await guest.POST("/api/v1/games/{game_id}/seats", { params: { path }, body: {} }));
}

let actions = 0;
let game = accepted(await host.GET("/api/v1/games/{game_id}", { params: { path } }));
while (game.state === "running") {
  for (const client of clients) {
    const own = accepted(await client.GET("/api/v1/games/{game_id}", { params: { path } }));
    if (!own.you.awaited) continue;
    const listed = accepted(
      await client.GET("/api/v1/games/{game_id}/legal-actions", {
        params: { path, query: { limit: 100 } },
      }),
    );
    await submit(client, table.id, listed.version, choose(listed.results));
    actions += 1;
    break;
  }
  game = accepted(await host.GET("/api/v1/games/{game_id}", { params: { path } }));
}
console.log(
  JSON.stringify({ id: game.id, state: game.state, winners: game.winners, version: game.version, actions }),
);
