CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirmation_hash" text NOT NULL,
	"unsubscription_token" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriptions_confirmation_hash_unique" UNIQUE("confirmation_hash"),
	CONSTRAINT "newsletter_subscriptions_unsubscription_token_unique" UNIQUE("unsubscription_token")
);
--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_requested" ON "newsletter_subscriptions" USING btree ("requested_at");