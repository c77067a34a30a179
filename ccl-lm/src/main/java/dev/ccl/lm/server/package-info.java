/** Models that answer over HTTP: servers of llama.cpp and those that speak OpenAI's protocol. */
package dev.ccl.lm.server;
